import { phaseLastDay, readField } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { getPrice } from '../../../lib/prices/get-price.ts';
import { PriceChart } from '../../../lib/prices/price-chart.tsx';
import type { ProductPart } from './part.ts';

/** The days that the prior price is of, drawn with the phases; the prices screen says the rest. */
export function Announced({ project, line, context }: ProductPart): ReactNode {
  const phase = project.working_phase ?? project.phases.length - 1;
  const query = useQuery({
    ...getPrice(project._id, line._id, phase),
    enabled: readField(line, 'prior_price_state') !== 'unknown',
    retry: false,
  });
  if (!query.data) return null;
  return (
    <section>
      <h3>
        Prix des 30 jours d’avant
        <span className="spacer" />
        <Link className="link small" to={paths.prices(project._id, { phase, line: line._id })}>
          Pourquoi cette annonce
        </Link>
      </h3>
      <PriceChart
        product={query.data}
        currency={context.catalog_currency}
        last_day={phaseLastDay(project, phase)}
      />
    </section>
  );
}
