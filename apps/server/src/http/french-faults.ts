import { countOf } from '@palier/domain';
import * as z from 'zod';

type Fault = Parameters<z.core.$ZodErrorMap>[0];

const EXPECTED: Record<string, string> = {
  string: 'un texte est attendu',
  number: 'un nombre est attendu',
  int: 'un nombre entier est attendu',
  boolean: 'vrai ou faux est attendu (true, false)',
  array: 'une liste est attendue',
  object: 'un objet est attendu',
};

const amount = (value: number | bigint, unit: string): string => countOf(Number(value), unit);

const UNITS: Record<string, string> = { string: 'caractère', array: 'élément', set: 'élément' };

/** « 500 au plus », « 2 caractères au moins », « plus de 0 ». */
function limit(origin: string, value: number | bigint, inclusive: boolean | undefined, side: string): string {
  const unit = UNITS[origin];
  const figure = unit ? amount(value, unit) : value.toLocaleString('fr-FR');
  if (inclusive === false) return `${side === 'au moins' ? 'plus' : 'moins'} de ${figure}`;
  return `${figure} ${side}`;
}

/**
 * What is wrong with a value of a call, as a French reader says it; undefined leaves it to zod's own French.
 * The library's sentences keep the signs and the words of its code (« nombre doit être >=1 »).
 */
export function frenchFault(fault: Fault): string | undefined {
  switch (fault.code) {
    case 'too_small':
      return `Trop petit : ${limit(fault.origin, fault.minimum, fault.inclusive, 'au moins')}`;
    case 'too_big':
      return `Trop grand : ${limit(fault.origin, fault.maximum, fault.inclusive, 'au plus')}`;
    case 'invalid_type':
      if (fault.input === undefined) return 'Valeur manquante';
      return EXPECTED[fault.expected] && `Valeur refusée : ${EXPECTED[fault.expected]}`;
    case 'invalid_value':
      return `Valeur refusée : choisissez ${fault.values.map((value) => `« ${String(value)} »`).join(' ou ')}`;
    case 'unrecognized_keys':
      return `Champ inconnu : ${fault.keys.map((key) => `« ${key} »`).join(', ')}`;
    default:
      return undefined;
  }
}

/** Every fault found from here on in this process is worded in French. */
export function tellFaultsInFrench(): void {
  z.config({ ...z.locales.fr(), customError: frenchFault });
}
