import type { Subfamily } from './definitions.ts';
import { stylesOf } from './definitions.ts';

/** Women’s dresses, skirts and trousers. */
export const WOMEN_SUBFAMILIES_1: readonly Subfamily[] = [
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Robes et combinaisons',
    name: 'Robes midi',
    scale: 'women',
    cloth: 'print',
    profile: 'summer',
    price: 65,
    summer: 9,
    winter: 3,
    elasticity: -2.5,
    styles: stylesOf(`
      Robe midi portefeuille|robe_portefeuille|f
      Robe midi plissée|robe_plissee|f
      Robe chemise midi|robe_chemise|f
      Robe midi à bretelles|robe_bretelles|f
      Robe midi cintrée|robe|f
      Robe midi en lin|robe_chemise|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Robes et combinaisons',
    name: 'Robes courtes',
    scale: 'women',
    cloth: 'print',
    profile: 'summer',
    price: 52,
    summer: 8,
    winter: 3,
    elasticity: -2.5,
    styles: stylesOf(`
      Robe courte évasée|robe|f
      Robe courte à bretelles|robe_bretelles|f
      Robe courte froncée|robe|f
      Robe patineuse|robe_plissee|f
      Robe trapèze|robe|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Robes et combinaisons',
    name: 'Robes longues',
    scale: 'women',
    cloth: 'print',
    profile: 'summer',
    price: 75,
    summer: 5,
    winter: 1,
    elasticity: -2.3,
    styles: stylesOf(`
      Robe longue fluide|robe_bretelles|f
      Robe longue à volants|robe_plissee|f
      Robe longue portefeuille|robe_portefeuille|f
      Robe longue boutonnée|robe_chemise|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Robes et combinaisons',
    name: 'Combinaisons',
    scale: 'women',
    cloth: 'plain',
    profile: 'summer',
    price: 69,
    summer: 3,
    winter: 1,
    elasticity: -2.2,
    styles: stylesOf(`
      Combinaison pantalon|combinaison|f
      Combishort|combinaison|m
      Combinaison large|combinaison|f
      Salopette en toile|salopette|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Jupes et shorts',
    name: 'Jupes midi',
    scale: 'women',
    cloth: 'print',
    profile: 'spring',
    price: 49,
    summer: 4,
    winter: 2,
    elasticity: -2.2,
    styles: stylesOf(`
      Jupe midi évasée|jupe|f
      Jupe midi plissée|jupe_plissee|f
      Jupe portefeuille|jupe|f
      Jupe midi satinée|jupe|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Jupes et shorts',
    name: 'Jupes courtes',
    scale: 'women',
    cloth: 'print',
    profile: 'summer',
    price: 39,
    summer: 3,
    winter: 2,
    elasticity: -2.3,
    styles: stylesOf(`
      Jupe courte trapèze|jupe|f
      Jupe courte boutonnée|jupe|f
      Jupe courte plissée|jupe_plissee|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Jupes et shorts',
    name: 'Shorts',
    scale: 'women',
    cloth: 'plain',
    profile: 'summer',
    price: 36,
    summer: 4,
    winter: 0.2,
    elasticity: -2.4,
    styles: stylesOf(`
      Short taille haute|short|m
      Short fluide|short|m
      Bermuda en lin|short|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Pantalons et jeans',
    name: 'Pantalons larges',
    scale: 'women',
    cloth: 'plain',
    profile: 'all_year',
    price: 55,
    summer: 4,
    winter: 3,
    elasticity: -1.9,
    styles: stylesOf(`
      Pantalon large|pantalon|m
      Pantalon palazzo|pantalon|m
      Pantalon fluide|pantalon|m
      Pantalon large en lin|pantalon|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Pantalons et jeans',
    name: 'Pantalons droits',
    scale: 'women',
    cloth: 'coat',
    profile: 'all_year',
    price: 49,
    summer: 4,
    winter: 5,
    elasticity: -1.9,
    styles: stylesOf(`
      Pantalon droit|pantalon|m
      Pantalon cigarette|pantalon|m
      Pantalon chino|pantalon|m
      Pantalon à pinces|pantalon|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Pantalons et jeans',
    name: 'Jeans',
    scale: 'denim',
    cloth: 'denim',
    profile: 'all_year',
    price: 59,
    summer: 4,
    winter: 5,
    elasticity: -1.7,
    styles: stylesOf(`
      Jean droit|jean|m
      Jean large|jean|m
      Jean mom|jean|m
      Jean bootcut|jean|m`),
    names: 'women',
  },
];
