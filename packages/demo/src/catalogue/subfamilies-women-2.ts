import type { Subfamily } from './definitions.ts';
import { stylesOf } from './definitions.ts';

/** Women’s tops, knitwear, coats and swimwear. */
export const WOMEN_SUBFAMILIES_2: readonly Subfamily[] = [
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Chemises et blouses',
    name: 'Chemises',
    scale: 'women',
    cloth: 'shirt',
    profile: 'all_year',
    price: 45,
    summer: 5,
    winter: 4,
    elasticity: -2.0,
    styles: stylesOf(`
      Chemise ample|chemise|f
      Chemise en popeline|chemise|f
      Chemise en lin|chemise|f
      Chemise oversize|chemise|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Chemises et blouses',
    name: 'Blouses',
    scale: 'women',
    cloth: 'print',
    profile: 'spring',
    price: 42,
    summer: 6,
    winter: 3,
    elasticity: -2.3,
    styles: stylesOf(`
      Blouse à manches ballon|blouse|f
      Blouse brodée|blouse|f
      Blouse froncée|blouse|f
      Blouse en voile|blouse|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'T-shirts et tops',
    name: 'T-shirts',
    scale: 'women_letters',
    cloth: 'knit',
    profile: 'summer',
    price: 22,
    summer: 7,
    winter: 4,
    elasticity: -2.6,
    styles: stylesOf(`
      T-shirt col rond|tee_shirt|m
      T-shirt ample|tee_shirt|m
      T-shirt en coton flammé|tee_shirt|m
      T-shirt brodé|tee_shirt|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'T-shirts et tops',
    name: 'Tops et débardeurs',
    scale: 'women_letters',
    cloth: 'plain',
    profile: 'summer',
    price: 25,
    summer: 5,
    winter: 1,
    elasticity: -2.6,
    styles: stylesOf(`
      Top sans manches|sans_manches|m
      Débardeur côtelé|sans_manches|m
      Top en satin|sans_manches|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Pulls col rond',
    scale: 'women_letters',
    cloth: 'knit',
    profile: 'winter',
    price: 49,
    summer: 2,
    winter: 8,
    elasticity: -2.1,
    styles: stylesOf(`
      Pull col rond|pull|m
      Pull torsadé|pull|m
      Pull ajouré|pull|m
      Pull en mérinos|pull|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Pulls col V',
    scale: 'women_letters',
    cloth: 'knit',
    profile: 'winter',
    price: 52,
    summer: 2,
    winter: 5,
    elasticity: -2.1,
    styles: stylesOf(`
      Pull col V|pull_v|m
      Pull col V ample|pull_v|m
      Pull cache-cœur|pull_v|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Marinières',
    scale: 'women_letters',
    cloth: 'knit',
    profile: 'all_year',
    price: 42,
    summer: 3,
    winter: 2,
    elasticity: -2.0,
    styles: stylesOf(`
      Marinière|pull|f
      Marinière boutonnée|pull|f
      Marinière à manches longues|pull|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Cardigans',
    scale: 'women_letters',
    cloth: 'knit',
    profile: 'spring',
    price: 55,
    summer: 3,
    winter: 6,
    elasticity: -2.0,
    styles: stylesOf(`
      Cardigan court|cardigan|m
      Cardigan long|cardigan|m
      Cardigan en alpaga|cardigan|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Gilets sans manches',
    scale: 'women_letters',
    cloth: 'knit',
    profile: 'spring',
    price: 39,
    summer: 2,
    winter: 3,
    elasticity: -2.1,
    styles: stylesOf(`
      Pull sans manches|sans_manches|m
      Gilet sans manches|sans_manches|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Vestes et manteaux',
    name: 'Blazers',
    scale: 'women',
    cloth: 'coat',
    profile: 'spring',
    price: 95,
    summer: 4,
    winter: 4,
    elasticity: -1.8,
    styles: stylesOf(`
      Blazer croisé|veste|m
      Veste de tailleur|veste|f
      Blazer en lin|veste|m
      Veste cintrée|veste|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Vestes et manteaux',
    name: 'Trenchs et imperméables',
    scale: 'women',
    cloth: 'coat',
    profile: 'spring',
    price: 119,
    summer: 2,
    winter: 2,
    elasticity: -1.6,
    styles: stylesOf(`
      Trench ceinturé|trench|m
      Trench long|trench|m
      Imperméable|manteau|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Vestes et manteaux',
    name: 'Manteaux',
    scale: 'women',
    cloth: 'coat',
    profile: 'winter',
    price: 145,
    summer: 0.4,
    winter: 7,
    elasticity: -1.8,
    styles: stylesOf(`
      Manteau droit|manteau|m
      Manteau en laine|manteau|m
      Manteau peignoir|trench|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Vestes et manteaux',
    name: 'Doudounes et blousons',
    scale: 'women',
    cloth: 'plain',
    profile: 'winter',
    price: 99,
    summer: 1,
    winter: 4,
    elasticity: -1.9,
    styles: stylesOf(`
      Doudoune courte|doudoune|f
      Doudoune longue|doudoune|f
      Blouson court|blouson|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Plage',
    name: 'Maillots de bain',
    scale: 'women_letters',
    cloth: 'print',
    profile: 'summer',
    price: 35,
    summer: 4,
    winter: 0.1,
    elasticity: -2.4,
    styles: stylesOf(`
      Maillot une pièce|maillot|m
      Maillot échancré|maillot|m
      Maillot gainant|maillot|m`),
    names: 'women',
  },
];
