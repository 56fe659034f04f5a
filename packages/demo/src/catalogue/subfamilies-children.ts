import type { Subfamily } from './definitions.ts';
import { stylesOf } from './definitions.ts';

/** Childrenswear. */
export const CHILDREN_SUBFAMILIES: readonly Subfamily[] = [
  {
    section: 'Enfant',
    department: 'Prêt-à-porter',
    family: 'Robes et jupes',
    name: 'Robes',
    scale: 'children',
    cloth: 'print',
    profile: 'summer',
    price: 29,
    summer: 4,
    winter: 2,
    elasticity: -2.7,
    styles: stylesOf(`
      Robe à smocks|robe|f
      Robe à volants|robe_plissee|f
      Robe chemise|robe_chemise|f`),
    names: 'children',
  },
  {
    section: 'Enfant',
    department: 'Prêt-à-porter',
    family: 'T-shirts et sweats',
    name: 'T-shirts',
    scale: 'children',
    cloth: 'knit',
    profile: 'summer',
    price: 14,
    summer: 4,
    winter: 2,
    elasticity: -2.8,
    styles: stylesOf(`
      T-shirt imprimé|tee_shirt|m
      T-shirt rayé marin|tee_shirt|m`),
    names: 'children',
  },
  {
    section: 'Enfant',
    department: 'Prêt-à-porter',
    family: 'T-shirts et sweats',
    name: 'Sweats',
    scale: 'children',
    cloth: 'knit',
    profile: 'all_year',
    price: 25,
    summer: 2,
    winter: 3,
    elasticity: -2.6,
    styles: stylesOf(`
      Sweat à capuche|sweat|m
      Sweat molletonné|pull|m`),
    names: 'children',
  },
  {
    section: 'Enfant',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Pulls',
    scale: 'children',
    cloth: 'knit',
    profile: 'winter',
    price: 29,
    summer: 1,
    winter: 3,
    elasticity: -2.5,
    styles: stylesOf(`
      Pull jacquard|pull|m
      Cardigan au point mousse|cardigan|m`),
    names: 'children',
  },
  {
    section: 'Enfant',
    department: 'Prêt-à-porter',
    family: 'Pantalons et shorts',
    name: 'Pantalons',
    scale: 'children',
    cloth: 'plain',
    profile: 'all_year',
    price: 27,
    summer: 2,
    winter: 3,
    elasticity: -2.4,
    styles: stylesOf(`
      Pantalon en velours|pantalon|m
      Jean souple|jean|m
      Salopette|salopette|f`),
    names: 'children',
  },
  {
    section: 'Enfant',
    department: 'Prêt-à-porter',
    family: 'Pantalons et shorts',
    name: 'Shorts',
    scale: 'children',
    cloth: 'plain',
    profile: 'summer',
    price: 19,
    summer: 3,
    winter: 0.1,
    elasticity: -2.7,
    styles: stylesOf(`
      Short en gaze|short|m
      Bermuda en toile|short|m`),
    names: 'children',
  },
  {
    section: 'Enfant',
    department: 'Prêt-à-porter',
    family: 'Vestes et manteaux',
    name: 'Manteaux et doudounes',
    scale: 'children',
    cloth: 'plain',
    profile: 'winter',
    price: 55,
    summer: 0.3,
    winter: 3,
    elasticity: -2.3,
    styles: stylesOf(`
      Doudoune|doudoune|f
      Caban|manteau|m
      Ciré|trench|m`),
    names: 'children',
  },
  {
    section: 'Enfant',
    department: 'Chaussures',
    family: 'Chaussures',
    name: 'Baskets',
    scale: 'children_shoes',
    cloth: 'leather',
    profile: 'all_year',
    price: 39,
    summer: 2,
    winter: 2,
    elasticity: -2.3,
    styles: stylesOf(`
      Baskets à scratch|basket|fp
      Sandales d’été|sandale|fp`),
    names: 'children',
  },
];
