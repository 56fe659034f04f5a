import type { RetailerKey } from '../options.ts';
import type { Brand, RetailerStyle, Supplier } from './definitions.ts';
import { BRUME_PLACES, LISIERE_PLACES } from './places.ts';
import { CHILDREN_SUBFAMILIES } from './subfamilies-children.ts';
import { LISIERE_SUBFAMILIES } from './subfamilies-lisiere.ts';
import { MEN_SUBFAMILIES } from './subfamilies-men.ts';
import { WOMEN_SUBFAMILIES_1 } from './subfamilies-women-1.ts';
import { WOMEN_SUBFAMILIES_2 } from './subfamilies-women-2.ts';
import { WOMEN_SUBFAMILIES_3 } from './subfamilies-women-3.ts';

const brand = (code: string, name: string, price_level: number, shares: Brand['shares']): Brand => ({
  code,
  name,
  price_level,
  shares,
});

const BRUME_BRANDS: readonly Brand[] = [
  brand('AU', 'Aurelle', 1.08, { 'Femme/Prêt-à-porter': 34, 'Femme/Maroquinerie et accessoires': 10 }),
  brand('NV', 'Novéa', 0.92, { 'Femme/Prêt-à-porter': 30, 'Femme/Chaussures': 14 }),
  brand('MB', 'Maison Brume', 1, {
    'Femme/Prêt-à-porter': 22,
    'Femme/Maroquinerie et accessoires': 16,
    'Homme/Prêt-à-porter': 24,
    'Enfant/Prêt-à-porter': 12,
  }),
  brand('ON', 'Ondine & Fils', 1.22, { 'Femme/Prêt-à-porter': 14, 'Femme/Maroquinerie et accessoires': 18 }),
  brand('PP', 'Pas Perdus', 1.05, {
    'Femme/Chaussures': 30,
    'Homme/Chaussures': 22,
    'Enfant/Chaussures': 14,
  }),
  brand('RV', 'Rivage', 0.95, { 'Homme/Prêt-à-porter': 30, 'Homme/Chaussures': 12 }),
  brand('GR', 'Garrigue', 1.2, { 'Homme/Prêt-à-porter': 14, 'Femme/Chaussures': 10 }),
  brand('PN', 'Petit Nuage', 1, { 'Enfant/Prêt-à-porter': 30, 'Enfant/Chaussures': 12 }),
];

const LISIERE_BRANDS: readonly Brand[] = [
  brand('AL', 'Atelier Lisière', 1, {
    'Femme/Prêt-à-porter': 30,
    'Homme/Prêt-à-porter': 24,
    'Femme/Maroquinerie et accessoires': 14,
  }),
  brand('LB', 'Lisière Bleu', 0.86, { 'Femme/Prêt-à-porter': 14, 'Homme/Prêt-à-porter': 14 }),
];

const supplier = (name: string, rebate_pct: number): Supplier => ({ name, rebate_pct });

const SUPPLIERS: readonly Supplier[] = [
  supplier('Ateliers Brune', 5),
  supplier('Confection du Val', 3),
  supplier('Porto Têxtil', 4),
  supplier('Filature de la Lys', 2),
  supplier('Izmir Denim', 6),
  supplier('Maglificio Carpi', 3),
  supplier('Sud Couture', 0),
  supplier('Tanneries d’Annonay', 2),
  supplier('Cuirs de Graulhet', 0),
  supplier('Romans Chausseurs', 4),
  supplier('Tissages Roannais', 2),
  supplier('Casablanca Confection', 5),
];

export const RETAILERS: Readonly<Record<RetailerKey, RetailerStyle>> = {
  maison_brume: {
    subfamilies: [
      ...WOMEN_SUBFAMILIES_1,
      ...WOMEN_SUBFAMILIES_2,
      ...WOMEN_SUBFAMILIES_3,
      ...MEN_SUBFAMILIES,
      ...CHILDREN_SUBFAMILIES,
    ],
    brands: BRUME_BRANDS,
    suppliers: SUPPLIERS,
    places: BRUME_PLACES,
    web_share: 0.19,
    median_rate: 18,
    currency: 'EUR',
  },
  atelier_lisiere: {
    subfamilies: LISIERE_SUBFAMILIES,
    brands: LISIERE_BRANDS,
    suppliers: SUPPLIERS.filter((one) => one.rebate_pct < 5),
    places: LISIERE_PLACES,
    web_share: 0.34,
    median_rate: 9,
    currency: 'EUR',
  },
};
