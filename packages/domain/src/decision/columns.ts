// Every column of a line's decision, said once: the row of PostgreSQL, the listing's copy in DuckDB, the catalogue's
// fields, the API's schemas and the screen's rows are made from this list. docs/adding-a-field.md adds one.

import type { FieldEntry } from '../catalogue/field.ts';

/** Types of the columns, as PostgreSQL names them in a migration. */
export type DecisionSqlType =
  | 'boolean'
  | 'integer'
  | 'text'
  | 'timestamptz'
  | 'bigint'
  | 'integer[]'
  | 'uuid[]';

/** A column of the decision. Its name is the same in SQL, in answers and in edits. */
export interface DecisionColumn {
  sql: DecisionSqlType;
  /** Its numbers are discounts, 0 to 100 points. */
  points?: true;
  /**
   * What a line starts with. null: the column may be empty, and starts so; any other value is the column's default,
   * and it is never empty. Left out: never empty, and each write says it.
   */
  initial?: boolean | null | readonly never[];
  /**
   * edit: a user's edit of the line may set it, and commands. command: reviews, rules, goals, optimisations and phases
   * alone. write: every write stamps it.
   */
  written: 'edit' | 'command' | 'write';
  /** The activity that an edit of it is; when an edit changes several columns, the first of the list says which. */
  activity?: string;
  /** The catalogue's field; left out where people are not offered it. */
  field?: Omit<FieldEntry, 'id' | 'section' | 'source'>;
}

const POINTS = { sql: 'integer', points: true, initial: null } as const;
const STEPS = { sql: 'integer[]', points: true, initial: [], written: 'command' } as const;
const TEXT = { sql: 'text', initial: null } as const;
const MEAN_OVER_STOCK = {
  type: 'percent',
  aggregation: { kind: 'weighted_mean', weight: 'stock_qty' },
} as const;

/** What people, rules and optimisations decide for a line. Discounts are points. */
export const DECISION_COLUMNS = {
  discount_pct_user: {
    ...POINTS,
    written: 'edit',
    activity: 'discount',
    field: {
      ...MEAN_OVER_STOCK,
      label: 'Démarque choisie',
      description: 'Démarque choisie à la main.',
    },
  },
  optimization_goal: {
    ...TEXT,
    written: 'edit',
    activity: 'goal',
    field: {
      type: 'string',
      label: 'Objectif d’optimisation',
      description: 'Objectif ou scénario retenu pour le produit.',
      groupable: true,
      aggregation: { kind: 'distinct' },
    },
  },
  included: {
    sql: 'boolean',
    initial: true,
    written: 'edit',
    activity: 'inclusion',
    field: {
      type: 'boolean',
      label: 'Inclus',
      description: 'Le produit participe à la démarque ; dans un projet clos, à une au moins.',
      groupable: true,
    },
  },
  discount_pct_auto: {
    ...POINTS,
    written: 'command',
    field: {
      ...MEAN_OVER_STOCK,
      label: 'Démarque automatique',
      description: 'Démarque donnée par les règles ou l’optimisation, avant les garde-fous.',
    },
  },
  discount_pct_opti: {
    ...POINTS,
    written: 'command',
    field: {
      ...MEAN_OVER_STOCK,
      label: 'Démarque optimale',
      description: 'Démarque que l’optimisation retient.',
    },
  },
  discount_pct_is_optimal: {
    sql: 'boolean',
    initial: false,
    written: 'command',
    field: {
      type: 'boolean',
      label: 'À l’optimum',
      description: 'La démarque en vigueur est celle de l’optimisation.',
      groupable: true,
    },
  },
  discount_pct_min: {
    ...POINTS,
    written: 'command',
    field: {
      type: 'percent',
      label: 'Démarque minimale',
      description: 'Plus petite démarque que les règles permettent.',
      aggregation: { kind: 'min' },
    },
  },
  discount_pct_max: {
    ...POINTS,
    written: 'command',
    field: {
      type: 'percent',
      label: 'Démarque maximale',
      description: 'Plus grande démarque que les règles permettent.',
      aggregation: { kind: 'max' },
    },
  },
  discount_pct_reviewed: {
    sql: 'boolean',
    initial: false,
    written: 'command',
    field: {
      type: 'boolean',
      label: 'Revu',
      description: 'La démarque a été vue et approuvée.',
      groupable: true,
    },
  },
  /** When a change took the line's review; kept until the phase is validated, whatever is reviewed since. */
  review_lost_date: {
    sql: 'timestamptz',
    initial: null,
    written: 'command',
    field: {
      type: 'date',
      label: 'Modifiée après revue le',
      description: 'Jour où la démarque revue a été modifiée.',
      aggregation: { kind: 'max' },
    },
  },
  /** The name of who did it. */
  review_lost_by: {
    ...TEXT,
    written: 'command',
    field: {
      type: 'string',
      label: 'Modifiée après revue par',
      description: 'Auteur de la modification d’une démarque revue.',
      groupable: true,
      aggregation: { kind: 'distinct' },
    },
  },
  /** The kind of activity that did it. */
  review_lost_act: { ...TEXT, written: 'command' },
  /** The discount that had been seen. */
  review_lost_pct: {
    ...POINTS,
    written: 'command',
    field: {
      type: 'percent',
      label: 'Démarque revue',
      description: 'Démarque qui avait été revue avant d’être modifiée.',
      aggregation: { kind: 'none' },
    },
  },
  /** Discounts of the phases before the worked one, the oldest first; of those after it. */
  previous_discount_pcts: STEPS,
  next_discount_pcts: STEPS,
  /** The validated phases that the line took no part in, the first one first: their results do not count it. */
  left_out_phases: { sql: 'integer[]', initial: [], written: 'command' },
  applied_discount_rule_ids: {
    sql: 'uuid[]',
    initial: [],
    written: 'command',
    field: {
      type: 'list',
      label: 'Règles appliquées',
      description: 'Règles qui ont fixé la démarque.',
      filterable: true,
      aggregation: { kind: 'distinct' },
    },
  },
  /** When the discount was changed last, or commented on: a review, a goal or bounds that leave it as it is are no change. */
  discount_pct_update_date: {
    sql: 'timestamptz',
    initial: null,
    written: 'write',
    field: {
      type: 'date',
      label: 'Modifiée le',
      description: 'Jour de la dernière modification de la démarque.',
      aggregation: { kind: 'max' },
    },
  },
  /** An id; listings have the name in its place. */
  discount_pct_update_user: {
    ...TEXT,
    written: 'write',
    field: {
      type: 'string',
      label: 'Modifiée par',
      description: 'Auteur de la dernière modification de la démarque.',
      groupable: true,
      aggregation: { kind: 'distinct' },
    },
  },
  discount_pct_update_description: {
    ...TEXT,
    written: 'command',
    field: {
      type: 'string',
      label: 'Commentaire',
      description: 'Commentaire de la dernière modification.',
    },
  },
  /** The project's version that last wrote the line. */
  version: { sql: 'bigint', written: 'write' },
} as const satisfies Record<string, DecisionColumn>;
