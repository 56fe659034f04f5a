/** Currencies that files are read in, with the other ways that retailers write them, upper case. */
const WRITINGS = {
  EUR: ['€', 'EURO', 'EUROS', 'EUR.'],
  CHF: ['FR.', 'SFR', 'SFR.', 'FRS', 'FRANC SUISSE', 'FRANCS SUISSES', 'SWISS FRANC'],
  GBP: ['£', '£GB', 'GBP£', 'LIVRE', 'LIVRES', 'LIVRE STERLING', 'POUND', 'POUNDS', 'POUND STERLING'],
  USD: ['$', 'US$', '$US', 'DOLLAR', 'DOLLARS', 'US DOLLAR'],
  JPY: ['¥', 'YEN', 'YENS'],
  CAD: ['CA$', 'C$', '$CA', '$CAN'],
  AUD: ['A$', 'AU$'],
  SEK: [],
  NOK: [],
  DKK: [],
  PLN: ['ZŁ', 'ZLOTY', 'ZLOTYS'],
  CZK: ['KČ'],
  HUF: ['FT'],
  RON: ['LEI'],
  BGN: [],
  TRY: ['₺'],
  MAD: ['DH', 'DHS'],
  TND: [],
  DZD: [],
  XOF: ['FCFA', 'F CFA', 'CFA'],
  XPF: ['FCFP', 'F CFP'],
  AED: [],
  SAR: [],
  QAR: [],
  KWD: [],
  ILS: ['₪'],
  CNY: ['RMB'],
  HKD: ['HK$'],
  SGD: ['S$'],
  KRW: ['₩'],
  INR: ['₹'],
  THB: ['฿'],
  BRL: ['R$'],
  MXN: [],
  ZAR: [],
  NZD: ['NZ$'],
} as const satisfies Record<string, readonly string[]>;

/** Countries, as files of places write them, whose currency is not in doubt. Folded: lower case, no accents. */
const COUNTRIES: Readonly<Record<string, string>> = {
  EUR: 'fr, fra, france, monaco, mc, be, bel, belgique, belgium, lu, lux, luxembourg, de, deu, allemagne, germany, deutschland, es, esp, espagne, spain, espana, it, ita, italie, italy, italia, pt, prt, portugal, nl, nld, pays-bas, pays bas, netherlands, at, aut, autriche, austria, ie, irl, irlande, ireland, fi, fin, finlande, finland, gr, grc, grece, greece, gp, guadeloupe, mq, martinique, re, reunion, la reunion, gf, guyane, yt, mayotte',
  CHF: 'ch, che, suisse, switzerland, schweiz, svizzera, li, liechtenstein',
  GBP: 'gb, gbr, uk, royaume-uni, royaume uni, united kingdom, great britain, angleterre, england',
  USD: 'us, usa, etats-unis, etats unis, united states',
  JPY: 'jp, jpn, japon, japan',
  CAD: 'ca, can, canada',
  PLN: 'pl, pol, pologne, poland',
  SEK: 'se, swe, suede, sweden',
  DKK: 'dk, dnk, danemark, denmark',
  NOK: 'no, nor, norvege, norway',
  CZK: 'cz, cze, tchequie, republique tcheque, czechia',
  MAD: 'ma, mar, maroc, morocco',
  TND: 'tn, tun, tunisie, tunisia',
};

/** Each way of writing a currency, upper case → its code. */
export const CURRENCY_WRITINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(WRITINGS).flatMap(([code, others]) =>
    [code, ...others].map((writing): [string, string] => [writing, code]),
  ),
);

/** Each way of writing a country, folded → the code of its currency. */
export const COUNTRY_CURRENCIES: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTRIES).flatMap(([code, names]) =>
    names.split(', ').map((name): [string, string] => [name, code]),
  ),
);

/** The currency that a text names: `€`, `eur`, `Euros`; null when it is none that we know. */
export function readCurrency(text: string): string | null {
  return CURRENCY_WRITINGS.get(text.trim().toUpperCase()) ?? null;
}

/** Signs, and codes that are words of their own; « FT » or « DH » could be anything within a heading. */
const IN_HEADING = new RegExp(
  `(?:^|[^\\p{L}])(${Object.keys(WRITINGS).join('|')})(?:$|[^\\p{L}])|([€£¥₺₪₩₹฿])|\\b(euros?)\\b`,
  'iu',
);

/** The currency that a heading says its amounts are in (`Prix EUR`, `Montant (€)`); null when it says none. */
export function currencyOfHeading(heading: string): string | null {
  const [, code, sign, word] = IN_HEADING.exec(heading) ?? [];
  return readCurrency(code ?? sign ?? word ?? '');
}
