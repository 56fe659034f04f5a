/** What can be drawn. The words are the trade's, so that a catalogue line reads as one. */
export const GARMENT_KINDS = [
  'robe',
  'robe_portefeuille',
  'robe_plissee',
  'robe_chemise',
  'robe_bretelles',
  'combinaison',
  'jupe',
  'jupe_plissee',
  'pantalon',
  'jean',
  'short',
  'chemise',
  'blouse',
  'tee_shirt',
  'polo',
  'pull',
  'pull_v',
  'cardigan',
  'sans_manches',
  'sweat',
  'manteau',
  'trench',
  'veste',
  'doudoune',
  'blouson',
  'maillot',
  'salopette',
  'basket',
  'escarpin',
  'sandale',
  'bottine',
  'mocassin',
  'ballerine',
  'cabas',
  'bandouliere',
  'pochette',
  'sac_a_dos',
  'ceinture',
  'foulard',
  'chapeau',
] as const;

export type GarmentKind = (typeof GARMENT_KINDS)[number];

export const GARMENT_PATTERNS = [
  'uni',
  'rayures',
  'mariniere',
  'pois',
  'carreaux',
  'fleurs',
  'chine',
] as const;

export type GarmentPattern = (typeof GARMENT_PATTERNS)[number];

/** What a picture needs: the shape, the cloth's colour as `#RRGGBB`, its pattern. */
export interface GarmentPicture {
  kind: GarmentKind;
  color: string;
  pattern: GarmentPattern;
}
