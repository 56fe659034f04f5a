import type { Subfamily } from './definitions.ts';
import { stylesOf } from './definitions.ts';

/** Menswear. */
export const MEN_SUBFAMILIES: readonly Subfamily[] = [
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Chemises',
    name: 'Chemises en lin',
    scale: 'men_letters',
    cloth: 'shirt',
    profile: 'summer',
    price: 55,
    summer: 3,
    winter: 0.2,
    elasticity: -2.1,
    styles: stylesOf(`
      Chemise en lin|chemise|f
      Chemise col Mao en lin|chemise|f`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Chemises',
    name: 'Chemises en coton',
    scale: 'men_letters',
    cloth: 'shirt',
    profile: 'all_year',
    price: 49,
    summer: 4,
    winter: 4,
    elasticity: -1.9,
    styles: stylesOf(`
      Chemise en popeline|chemise|f
      Chemise oxford|chemise|f
      Chemise en flanelle|chemise|f`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'T-shirts et polos',
    name: 'T-shirts',
    scale: 'men_letters',
    cloth: 'knit',
    profile: 'summer',
    price: 24,
    summer: 5,
    winter: 3,
    elasticity: -2.4,
    styles: stylesOf(`
      T-shirt col rond|tee_shirt|m
      T-shirt à poche|tee_shirt|m
      T-shirt lourd|tee_shirt|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'T-shirts et polos',
    name: 'Polos',
    scale: 'men_letters',
    cloth: 'plain',
    profile: 'summer',
    price: 39,
    summer: 4,
    winter: 1,
    elasticity: -2.2,
    styles: stylesOf(`
      Polo en piqué|polo|m
      Polo en maille|polo|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Pulls',
    scale: 'men_letters',
    cloth: 'knit',
    profile: 'winter',
    price: 59,
    summer: 2,
    winter: 6,
    elasticity: -2.0,
    styles: stylesOf(`
      Pull col rond|pull|m
      Pull col V|pull_v|m
      Pull marin|pull|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Cardigans',
    scale: 'men_letters',
    cloth: 'knit',
    profile: 'winter',
    price: 69,
    summer: 1,
    winter: 3,
    elasticity: -1.9,
    styles: stylesOf(`
      Cardigan boutonné|cardigan|m
      Gilet zippé|cardigan|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Sweats',
    name: 'Sweats',
    scale: 'men_letters',
    cloth: 'knit',
    profile: 'all_year',
    price: 49,
    summer: 2,
    winter: 4,
    elasticity: -2.0,
    styles: stylesOf(`
      Sweat à capuche|sweat|m
      Sweat col rond|pull|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Pantalons et jeans',
    name: 'Pantalons',
    scale: 'men',
    cloth: 'coat',
    profile: 'all_year',
    price: 59,
    summer: 4,
    winter: 4,
    elasticity: -1.8,
    styles: stylesOf(`
      Pantalon chino|pantalon|m
      Pantalon à pinces|pantalon|m
      Pantalon en lin|pantalon|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Pantalons et jeans',
    name: 'Jeans',
    scale: 'men_denim',
    cloth: 'denim',
    profile: 'all_year',
    price: 65,
    summer: 3,
    winter: 4,
    elasticity: -1.6,
    styles: stylesOf(`
      Jean droit|jean|m
      Jean ajusté|jean|m
      Jean ample|jean|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Pantalons et jeans',
    name: 'Bermudas',
    scale: 'men',
    cloth: 'plain',
    profile: 'summer',
    price: 42,
    summer: 4,
    winter: 0.1,
    elasticity: -2.4,
    styles: stylesOf(`
      Bermuda chino|short|m
      Short en seersucker|short|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Vestes et manteaux',
    name: 'Vestes',
    scale: 'men',
    cloth: 'coat',
    profile: 'spring',
    price: 119,
    summer: 2,
    winter: 2,
    elasticity: -1.7,
    styles: stylesOf(`
      Blazer déstructuré|veste|m
      Surchemise|blouson|f
      Veste de travail|blouson|f`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Vestes et manteaux',
    name: 'Manteaux et doudounes',
    scale: 'men_letters',
    cloth: 'coat',
    profile: 'winter',
    price: 159,
    summer: 0.3,
    winter: 5,
    elasticity: -1.7,
    styles: stylesOf(`
      Manteau droit|manteau|m
      Doudoune légère|doudoune|f
      Caban|manteau|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Baskets',
    scale: 'men_shoes',
    cloth: 'leather',
    profile: 'all_year',
    price: 85,
    summer: 3,
    winter: 3,
    elasticity: -1.8,
    styles: stylesOf(`
      Baskets basses|basket|fp
      Baskets en cuir|basket|fp`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Mocassins',
    scale: 'men_shoes',
    cloth: 'leather',
    profile: 'spring',
    price: 95,
    summer: 2,
    winter: 1,
    elasticity: -1.8,
    styles: stylesOf(`
      Mocassins à pampilles|mocassin|mp
      Mocassins souples|mocassin|mp`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Boots',
    scale: 'men_shoes',
    cloth: 'leather',
    profile: 'winter',
    price: 125,
    summer: 0.5,
    winter: 3,
    elasticity: -1.7,
    styles: stylesOf(`
      Boots chelsea|bottine|fp
      Boots à lacets|bottine|fp`),
    names: 'men',
  },
];
