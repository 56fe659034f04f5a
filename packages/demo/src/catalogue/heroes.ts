import type { GarmentPattern } from '../garments/kinds.ts';

/** Products whose identity is fixed: they open every demo. Their sales are drawn like everyone's. */
export interface Hero {
  code: string;
  name: string;
  subfamily: string;
  style: string;
  color: string;
  pattern: GarmentPattern;
  price: number;
  on_sale: string;
}

const hero = (
  code: string,
  name: string,
  subfamily: string,
  style: string,
  color: string,
  pattern: GarmentPattern,
  price: number,
  on_sale: string,
): Hero => ({ code, name, subfamily, style, color, pattern, price, on_sale });

export const BRUME_HEROES: readonly Hero[] = [
  hero(
    'AU-26E-4417',
    'Robe midi portefeuille Isaure',
    'Robes midi',
    'Robe midi portefeuille',
    'Vert sauge',
    'uni',
    79.99,
    '2026-02-12',
  ),
  hero(
    'NV-26E-2208',
    'Robe midi plissée Solène',
    'Robes midi',
    'Robe midi plissée',
    'Terracotta',
    'uni',
    69.99,
    '2026-02-26',
  ),
  hero(
    'AU-26E-4390',
    'Robe chemise midi Odile',
    'Robes midi',
    'Robe chemise midi',
    'Bleu',
    'rayures',
    59.99,
    '2026-01-15',
  ),
  hero(
    'NV-26E-2231',
    'Robe midi à pois Capucine',
    'Robes midi',
    'Robe midi à bretelles',
    'Marine',
    'pois',
    64.99,
    '2026-03-05',
  ),
  hero('AU-26E-5102', 'Pull col V Anaé', 'Pulls col V', 'Pull col V', 'Écru', 'uni', 49.99, '2026-01-22'),
  hero(
    'NV-26E-3017',
    'Marinière Brune',
    'Marinières',
    'Marinière',
    'Marine',
    'mariniere',
    45.99,
    '2026-01-15',
  ),
  hero(
    'AU-26E-5140',
    'Pull sans manches Lou',
    'Gilets sans manches',
    'Pull sans manches',
    'Rose poudré',
    'uni',
    39.99,
    '2026-03-12',
  ),
];
