import { LAW_LEVELS, type LawPolicy } from '@palier/domain';
import * as z from 'zod';
import type { Shape } from '../wire/shape.ts';

const level = z.enum(LAW_LEVELS);

/** What each rule of the law does to a validation: noted, warned of, or refused. */
export const lawPolicySchema = z
  .strictObject({
    prior_price: level,
    announced_pct: level,
    soldes_dates: level,
    soldes_goods: level,
    below_known_cost: level,
  } satisfies Shape<LawPolicy>)
  .meta({ id: 'LawPolicy' });
