import { quoteText } from '../database/sql.ts';

/**
 * Words by which a till says that a reduction was not open to all consumers, or not of an article as it is sold: a card,
 * a personal code, the staff, a damaged piece. Starts of words, without accents. A kind that says none of them is taken
 * as open to all: the prior price is then the lower one.
 */
const RESERVED = [
  ...[
    'fidel',
    'loyal',
    'carte',
    'card',
    'club',
    'membre',
    'member',
    'adherent',
    'abonne',
    'vip',
    'privilege',
  ],
  ...['personnel', 'salarie', 'collaborat', 'employe', 'staff', 'comite', 'etudiant', 'student'],
  ...['nominati', 'parrain', 'referral', 'anniversaire', 'birthday', 'bon d achat', 'voucher', 'bon client'],
  ...['code perso', 'code client', 'abime', 'defaut', 'defraichi', 'casse', 'damage', 'second choix'],
];

const PATTERN = `(^|[^a-z])(${RESERVED.map((words) => words.replaceAll(' ', '[^a-z]*')).join('|')})`;

/** SQL condition on the text of a reduction's kind that it was not open to all; NULL where none is said. */
export const reservedSql = (text: string): string =>
  `regexp_matches(strip_accents(lower(${text})), ${quoteText(PATTERN)})`;
