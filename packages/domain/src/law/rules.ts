import { PRIOR_PRICE_DAYS } from './prior-price.ts';

/**
 * What the law asks of a markdown, as data: a rule has a country, the days it stands, the text that says it, and what an
 * organisation lets it do. The law forbids an announcement, not a price: no rule blocks unless an organisation asks it to.
 */
export interface LawRule {
  country: 'FR';
  /** First and last day that the text stands, YYYY-MM-DD; null: still. */
  from: string;
  until: string | null;
  label: string;
  /** What Palier checks, in a sentence. */
  checks: string;
  /** The text, for a lawyer. */
  source: string;
  usual: LawLevel;
}

export const LAW_LEVELS = ['note', 'warn', 'block'] as const;
/** note: said. warn: to be looked at before a validation. block: a validation is refused, and plans leave out the levels hit. */
export type LawLevel = (typeof LAW_LEVELS)[number];

export const LAW_LEVEL_LABELS: Readonly<Record<LawLevel, string>> = {
  note: 'Noter',
  warn: 'Avertir',
  block: 'Bloquer la validation',
};

export const LAW_RULE_KEYS = [
  'prior_price',
  'announced_pct',
  'soldes_dates',
  'soldes_goods',
  'below_known_cost',
] as const;
export type LawRuleKey = (typeof LAW_RULE_KEYS)[number];

export const LAW_RULES: Readonly<Record<LawRuleKey, LawRule>> = {
  prior_price: {
    country: 'FR',
    from: '2022-05-28',
    until: null,
    label: 'Prix antérieur',
    checks: `Le prix le plus bas des ${PRIOR_PRICE_DAYS} jours qui précèdent la première réduction est connu, et rien ne le met en doute.`,
    source: 'Code de la consommation, art. L. 112-1-1, I',
    usual: 'warn',
  },
  announced_pct: {
    country: 'FR',
    from: '2022-05-28',
    until: null,
    label: 'Pourcentage annoncé',
    checks:
      'La réduction se calcule sur le prix antérieur : elle peut être annoncée plus faible que la démarque décidée, ou pas du tout. Bloquer ne vise que les produits sans annonce permise.',
    source:
      'Code de la consommation, art. L. 112-1-1, I ; CJUE, 26 septembre 2024, C-330/23 (Aldi Süd), qui l’interprète',
    usual: 'warn',
  },
  soldes_dates: {
    country: 'FR',
    from: '2020-01-01',
    until: null,
    label: 'Dates des soldes',
    checks: 'Une démarque dite « soldes » reste dans les dates légales des lieux du projet.',
    source: 'Code de commerce, art. L. 310-3, D. 310-15-2 et D. 310-15-3 ; arrêté du 27 mai 2019',
    usual: 'warn',
  },
  soldes_goods: {
    country: 'FR',
    from: '2015-01-01',
    until: null,
    label: 'Produits soldés',
    checks: 'Un produit soldé est en vente depuis un mois au moins quand la période commence.',
    source: 'Code de commerce, art. L. 310-3, I',
    usual: 'warn',
  },
  below_known_cost: {
    country: 'FR',
    from: '2019-04-26',
    until: null,
    label: 'Revente à perte',
    checks:
      'Hors soldes, le prix hors taxes ne descend pas sous le coût connu (celui des fichiers, qui approche le prix d’achat effectif).',
    source: 'Code de commerce, art. L. 442-5',
    usual: 'warn',
  },
};

/** What an organisation chose of each rule. */
export type LawPolicy = Readonly<Record<LawRuleKey, LawLevel>>;

/** An organisation's choices over the usual ones. */
export function lawPolicy(own: Partial<LawPolicy> | null | undefined): LawPolicy {
  const level = (key: LawRuleKey): LawLevel => own?.[key] ?? LAW_RULES[key].usual;
  return {
    prior_price: level('prior_price'),
    announced_pct: level('announced_pct'),
    soldes_dates: level('soldes_dates'),
    soldes_goods: level('soldes_goods'),
    below_known_cost: level('below_known_cost'),
  };
}

/** Whether a rule stands on a day. */
export function standsOn({ from, until }: Pick<LawRule, 'from' | 'until'>, day: string): boolean {
  return from <= day && (until === null || day <= until);
}

/** What every screen and file of the law ends with. */
export const LAW_NOTICE = 'Palier signale ; votre conseil décide.';
