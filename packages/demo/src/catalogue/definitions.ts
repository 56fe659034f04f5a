import type { GarmentKind } from '../garments/kinds.ts';
import type { SizeScaleKey } from './sizes.ts';

/** When in the year a subfamily sells. */
export type SeasonProfile = 'summer' | 'spring' | 'winter' | 'all_year';
/** Which cloths a style is cut in. */
export type ClothRange = 'plain' | 'print' | 'knit' | 'shirt' | 'coat' | 'leather' | 'denim';
/** Agreement of « rayé », « fleuri » with the noun. */
export type Gender = 'f' | 'm' | 'fp' | 'mp';
export type NameList = 'women' | 'men' | 'children';

/** A style: the noun of the product's name, its drawing and the adjective's agreement. */
export interface Style {
  label: string;
  kind: GarmentKind;
  gender: Gender;
}

/** A subfamily with what its products have in common. */
export interface Subfamily {
  section: string;
  department: string;
  family: string;
  name: string;
  scale: SizeScaleKey;
  cloth: ClothRange;
  profile: SeasonProfile;
  /** Median price incl. tax. */
  price: number;
  /** Share of a summer and of a winter collection (any unit). */
  summer: number;
  winter: number;
  /** Mean own-price elasticity of the subfamily. */
  elasticity: number;
  styles: readonly Style[];
  names: NameList;
}

/** A brand with the departments where it sells and its share there. */
export interface Brand {
  code: string;
  name: string;
  /** `section/department` to weight. */
  shares: Readonly<Record<string, number>>;
  /** Multiplies the subfamily's median price. */
  price_level: number;
}

export interface Supplier {
  name: string;
  rebate_pct: number;
}

export interface PlaceDefinition {
  code: string;
  name: string;
  kind: 'store' | 'warehouse' | 'web';
  country: string;
  city: string;
  /** Share of the sales of shops (0 for a warehouse). */
  weight: number;
}

/** Everything that makes one retailer's catalogue. */
export interface RetailerStyle {
  subfamilies: readonly Subfamily[];
  brands: readonly Brand[];
  suppliers: readonly Supplier[];
  places: readonly PlaceDefinition[];
  /** Share of sales made on the web. */
  web_share: number;
  /** Median units a week of a product at full price, at its peak. */
  median_rate: number;
  currency: string;
}

/** Reads `label|kind|gender` lines. */
export function stylesOf(lines: string): Style[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [label = '', kind = 'robe', gender = 'f'] = line.trim().split('|');
      return { label, kind: kind as GarmentKind, gender: gender as Gender };
    });
}
