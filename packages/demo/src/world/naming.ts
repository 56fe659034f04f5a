import type { ClothColor } from '../catalogue/colors.ts';
import { CLOTH_COLORS, DENIM_COLORS, LEATHER_COLORS } from '../catalogue/colors.ts';
import type { ClothRange, Gender, NameList, Style } from '../catalogue/definitions.ts';
import { CHILD_NAMES, MEN_NAMES, WOMEN_NAMES } from '../catalogue/first-names.ts';
import type { GarmentPattern } from '../garments/kinds.ts';
import type { Random } from '../random/random.ts';

const NAMES: Record<NameList, readonly string[]> = {
  women: WOMEN_NAMES,
  men: MEN_NAMES,
  children: CHILD_NAMES,
};

const PATTERN_WEIGHTS: Record<ClothRange, Partial<Record<GarmentPattern, number>>> = {
  plain: { uni: 1 },
  print: { uni: 55, rayures: 9, pois: 11, fleurs: 19, carreaux: 6 },
  knit: { uni: 72, chine: 18, mariniere: 10 },
  shirt: { uni: 52, rayures: 30, carreaux: 18 },
  coat: { uni: 76, carreaux: 12, chine: 12 },
  leather: { uni: 1 },
  denim: { uni: 1 },
};

const ENDINGS: Record<Gender, string> = { f: 'e', m: '', fp: 'es', mp: 's' };

/** Draws the pattern of a cloth. */
export function drawPattern(random: Random, cloth: ClothRange): GarmentPattern {
  const weights = PATTERN_WEIGHTS[cloth];
  const patterns = Object.keys(weights) as GarmentPattern[];
  return patterns[random.weighted(patterns.map((pattern) => weights[pattern] ?? 0))] ?? 'uni';
}

const RARE_IN_MENSWEAR = new Set(['Fuchsia', 'Lilas', 'Rose poudré', 'Corail', 'Lavande', 'Menthe']);

/** Draws the colour of a cloth; a marinière is drawn on white, so white itself is left out. */
export function drawColor(
  random: Random,
  cloth: ClothRange,
  pattern: GarmentPattern,
  names: NameList,
): ClothColor {
  const all = cloth === 'leather' ? LEATHER_COLORS : cloth === 'denim' ? DENIM_COLORS : CLOTH_COLORS;
  const pale = new Set(['Blanc cassé', 'Écru', 'Jaune paille']);
  const striped = pattern === 'rayures' || pattern === 'mariniere';
  const colors = all.filter(
    (color) => !(striped && pale.has(color.name)) && !(names === 'men' && RARE_IN_MENSWEAR.has(color.name)),
  );
  return colors[random.weighted(colors.map((color) => color.weight))] ?? random.pick(colors);
}

/** « Vert sauge », « Rayé bleu », « Marine à pois »: the colour as a label reads. */
export function colorLabel(color: ClothColor, pattern: GarmentPattern): string {
  switch (pattern) {
    case 'rayures':
      return `Rayé ${lower(color.name)}`;
    case 'mariniere':
      return `${color.name} et blanc`;
    case 'pois':
      return `${color.name} à pois`;
    case 'carreaux':
      return `${color.name} à carreaux`;
    case 'fleurs':
      return `${color.name} fleuri`;
    case 'chine':
      return `${color.name} chiné`;
    default:
      return color.name;
  }
}

/** Gives each product a name of its own: style, pattern when it shows, first name. */
export class NameGiver {
  readonly #used: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#used = new Set(taken);
  }

  give(random: Random, style: Style, pattern: GarmentPattern, list: NameList): string {
    const stem = withPattern(style, pattern);
    const names = NAMES[list];
    for (let attempt = 0; attempt < 400; attempt++) {
      // After a while every single name of the style is taken: then double names are given.
      const name = attempt < 24 ? random.pick(names) : combineNames(random, names);
      const full = `${stem} ${name}`;
      if (this.#used.has(full)) continue;
      this.#used.add(full);
      return full;
    }
    throw new RangeError(`no name left for ${stem}`);
  }
}

function withPattern(style: Style, pattern: GarmentPattern): string {
  const { label, gender } = style;
  // A marinière is striped by nature, and a name says a thing once.
  if (/marin|imprimé|rayé/i.test(label)) return label;
  if (pattern === 'rayures' || pattern === 'mariniere') return `${label} rayé${ENDINGS[gender]}`;
  if (pattern === 'fleurs') return `${label} fleuri${ENDINGS[gender]}`;
  if (pattern === 'chine') return `${label} chiné${ENDINGS[gender]}`;
  if (pattern === 'pois' || pattern === 'carreaux') return `${label} à ${pattern}`;
  return label;
}

function combineNames(random: Random, names: readonly string[]): string {
  const first = random.pick(names);
  const second = random.pick(names);
  return first === second ? first : `${first} ${second}`;
}

function lower(text: string): string {
  return text.slice(0, 1).toLocaleLowerCase('fr') + text.slice(1);
}
