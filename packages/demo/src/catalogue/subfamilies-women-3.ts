import type { Subfamily } from './definitions.ts';
import { stylesOf } from './definitions.ts';

/** Women’s shoes, bags and accessories. */
export const WOMEN_SUBFAMILIES_3: readonly Subfamily[] = [
  {
    section: 'Femme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Baskets',
    scale: 'women_shoes',
    cloth: 'leather',
    profile: 'all_year',
    price: 79,
    summer: 4,
    winter: 4,
    elasticity: -1.9,
    styles: stylesOf(`
      Baskets basses|basket|fp
      Baskets en cuir|basket|fp
      Baskets plateforme|basket|fp`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Sandales',
    scale: 'women_shoes',
    cloth: 'leather',
    profile: 'summer',
    price: 65,
    summer: 6,
    winter: 0.2,
    elasticity: -2.3,
    styles: stylesOf(`
      Sandales plates|sandale|fp
      Sandales à brides|sandale|fp
      Sandales compensées|sandale|fp`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Escarpins',
    scale: 'women_shoes',
    cloth: 'leather',
    profile: 'spring',
    price: 79,
    summer: 3,
    winter: 3,
    elasticity: -2.0,
    styles: stylesOf(`
      Escarpins pointus|escarpin|mp
      Escarpins à bride|escarpin|mp
      Escarpins en daim|escarpin|mp`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Bottines',
    scale: 'women_shoes',
    cloth: 'leather',
    profile: 'winter',
    price: 109,
    summer: 0.8,
    winter: 7,
    elasticity: -1.9,
    styles: stylesOf(`
      Bottines à talon|bottine|fp
      Bottines chelsea|bottine|fp
      Bottines zippées|bottine|fp`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Mocassins',
    scale: 'women_shoes',
    cloth: 'leather',
    profile: 'spring',
    price: 85,
    summer: 3,
    winter: 3,
    elasticity: -1.9,
    styles: stylesOf(`
      Mocassins en cuir|mocassin|mp
      Mocassins à mors|mocassin|mp`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Ballerines',
    scale: 'women_shoes',
    cloth: 'leather',
    profile: 'spring',
    price: 59,
    summer: 3,
    winter: 1,
    elasticity: -2.1,
    styles: stylesOf(`
      Ballerines souples|ballerine|fp
      Ballerines à nœud|ballerine|fp`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Maroquinerie',
    name: 'Cabas',
    scale: 'single',
    cloth: 'leather',
    profile: 'all_year',
    price: 85,
    summer: 3,
    winter: 3,
    elasticity: -1.8,
    styles: stylesOf(`
      Cabas souple|cabas|m
      Cabas en toile|cabas|m
      Cabas tressé|cabas|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Maroquinerie',
    name: 'Sacs bandoulière',
    scale: 'single',
    cloth: 'leather',
    profile: 'all_year',
    price: 79,
    summer: 4,
    winter: 4,
    elasticity: -1.8,
    styles: stylesOf(`
      Sac bandoulière|bandouliere|m
      Sac demi-lune|bandouliere|m
      Petit sac à rabat|bandouliere|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Maroquinerie',
    name: 'Pochettes',
    scale: 'single',
    cloth: 'leather',
    profile: 'all_year',
    price: 45,
    summer: 2,
    winter: 2,
    elasticity: -2.0,
    styles: stylesOf(`
      Pochette enveloppe|pochette|f
      Pochette du soir|pochette|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Maroquinerie',
    name: 'Sacs à dos',
    scale: 'single',
    cloth: 'leather',
    profile: 'all_year',
    price: 69,
    summer: 1,
    winter: 2,
    elasticity: -1.8,
    styles: stylesOf(`
      Sac à dos|sac_a_dos|m
      Sac à dos citadin|sac_a_dos|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Accessoires',
    name: 'Ceintures',
    scale: 'belts',
    cloth: 'leather',
    profile: 'all_year',
    price: 32,
    summer: 2,
    winter: 2,
    elasticity: -1.8,
    styles: stylesOf(`
      Ceinture en cuir|ceinture|f
      Ceinture large|ceinture|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Accessoires',
    name: 'Foulards',
    scale: 'single',
    cloth: 'print',
    profile: 'spring',
    price: 29,
    summer: 3,
    winter: 3,
    elasticity: -2.0,
    styles: stylesOf(`
      Foulard en soie|foulard|m
      Carré en twill|foulard|m
      Étole légère|foulard|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Accessoires',
    name: 'Chapeaux',
    scale: 'single',
    cloth: 'plain',
    profile: 'summer',
    price: 35,
    summer: 2,
    winter: 1,
    elasticity: -2.1,
    styles: stylesOf(`
      Chapeau en paille|chapeau|m
      Capeline|chapeau|f
      Bob en coton|chapeau|m`),
    names: 'women',
  },
];
