import type { Subfamily } from './definitions.ts';
import { stylesOf } from './definitions.ts';

/** The workwear of Atelier Lisière. */
export const LISIERE_SUBFAMILIES: readonly Subfamily[] = [
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Vestes de travail',
    name: 'Vestes courtes',
    scale: 'women_letters',
    cloth: 'plain',
    profile: 'spring',
    price: 139,
    summer: 4,
    winter: 4,
    elasticity: -1.7,
    styles: stylesOf(`
      Veste de peintre|blouson|f
      Veste kimono|veste|f
      Gilet d’atelier|sans_manches|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Vestes de travail',
    name: 'Manteaux',
    scale: 'women_letters',
    cloth: 'coat',
    profile: 'winter',
    price: 245,
    summer: 0.6,
    winter: 5,
    elasticity: -1.6,
    styles: stylesOf(`
      Manteau d’atelier|manteau|m
      Trench ciré|trench|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Robes',
    name: 'Robes tabliers',
    scale: 'women_letters',
    cloth: 'plain',
    profile: 'summer',
    price: 129,
    summer: 5,
    winter: 2,
    elasticity: -1.9,
    styles: stylesOf(`
      Robe tablier|robe_bretelles|f
      Robe blouse|robe_chemise|f
      Robe chasuble|robe|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Pantalons',
    name: 'Pantalons d’atelier',
    scale: 'women',
    cloth: 'denim',
    profile: 'all_year',
    price: 115,
    summer: 4,
    winter: 4,
    elasticity: -1.6,
    styles: stylesOf(`
      Pantalon d’atelier|pantalon|m
      Jean brut|jean|m
      Salopette|salopette|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Chemises',
    name: 'Chemises et blouses',
    scale: 'women_letters',
    cloth: 'shirt',
    profile: 'all_year',
    price: 95,
    summer: 4,
    winter: 3,
    elasticity: -1.8,
    styles: stylesOf(`
      Chemise de grand-père|chemise|f
      Blouse à plastron|blouse|f`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Mailles',
    scale: 'women_letters',
    cloth: 'knit',
    profile: 'winter',
    price: 119,
    summer: 2,
    winter: 5,
    elasticity: -1.8,
    styles: stylesOf(`
      Pull marin|pull|m
      Cardigan irlandais|cardigan|m
      Pull d’Aran|pull|m`),
    names: 'women',
  },
  {
    section: 'Femme',
    department: 'Maroquinerie et accessoires',
    family: 'Sacs',
    name: 'Sacs en toile',
    scale: 'single',
    cloth: 'leather',
    profile: 'all_year',
    price: 89,
    summer: 3,
    winter: 3,
    elasticity: -1.7,
    styles: stylesOf(`
      Cabas de marché|cabas|m
      Musette|bandouliere|f
      Sac à dos ciré|sac_a_dos|m`),
    names: 'women',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Vestes de travail',
    name: 'Vestes courtes',
    scale: 'men_letters',
    cloth: 'plain',
    profile: 'spring',
    price: 149,
    summer: 3,
    winter: 3,
    elasticity: -1.6,
    styles: stylesOf(`
      Bleu de travail|blouson|m
      Surchemise|blouson|f`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Pantalons',
    name: 'Pantalons d’atelier',
    scale: 'men_denim',
    cloth: 'denim',
    profile: 'all_year',
    price: 119,
    summer: 3,
    winter: 3,
    elasticity: -1.5,
    styles: stylesOf(`
      Pantalon de charpentier|pantalon|m
      Jean brut|jean|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Mailles',
    name: 'Mailles',
    scale: 'men_letters',
    cloth: 'knit',
    profile: 'winter',
    price: 125,
    summer: 1.5,
    winter: 4,
    elasticity: -1.7,
    styles: stylesOf(`
      Pull marin|pull|m
      Gilet de berger|sans_manches|m`),
    names: 'men',
  },
  {
    section: 'Homme',
    department: 'Prêt-à-porter',
    family: 'Chemises',
    name: 'Chemises',
    scale: 'men_letters',
    cloth: 'shirt',
    profile: 'all_year',
    price: 99,
    summer: 3,
    winter: 3,
    elasticity: -1.7,
    styles: stylesOf(`
      Chemise de grand-père|chemise|f
      Chemise en chambray|chemise|f`),
    names: 'men',
  },
];
