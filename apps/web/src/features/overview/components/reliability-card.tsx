import type { Backtest, Project } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { getBacktest } from '../api/get-backtest.ts';
import {
  BIAS_LIMIT,
  biasText,
  coverageText,
  type ReliabilityRow,
  reliabilityRows,
  type Slice,
  wapeText,
} from '../model/reliability.ts';
import styles from './reliability-card.module.css';

const slices = [
  { value: 'phase', label: 'Démarques' },
  { value: 'discount', label: 'Taux' },
  { value: 'category', label: 'Familles' },
] as const;

/** How the forecasts of the phases decided so far did against what was sold. */
export function ReliabilityCard({ project }: { project: Project }) {
  const { data, isPending, isError, error, refetch } = useQuery(getBacktest(project._id));
  if (data?.phases.length === 0) return null;
  return (
    <>
      {isError && (
        <ErrorState title="Fiabilité des prévisions non chargée" onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {isPending && <Skeleton width="60%" height={16} />}
      {data && <Reliability backtest={data} />}
    </>
  );
}

function Reliability({ backtest }: { backtest: Backtest }) {
  const [slice, setSlice] = useState<Slice>('phase');
  const last = backtest.phases.at(-1)?.project_phase ?? 0;
  const [phase, setPhase] = useState(last);
  const rows = reliabilityRows(backtest, slice, phase);
  return (
    <Card
      title="Fiabilité des prévisions"
      note="prévu face au vendu, en pièces"
      className={styles.reliability}
      tools={
        <>
          {slice !== 'phase' && backtest.phases.length > 1 && (
            <SelectField
              label="Démarque"
              hideLabel
              small
              value={String(phase)}
              options={backtest.phases.map(({ project_phase, label }) => ({
                value: String(project_phase),
                label,
              }))}
              onChange={(value) => setPhase(Number(value))}
            />
          )}
          <Segmented label="Découpage" small value={slice} options={slices} onChange={setSlice} />
        </>
      }
    >
      <ReliabilityTable rows={rows} heading={slices.find(({ value }) => value === slice)?.label ?? ''} />
      <p className={`${styles.note} muted small`}>
        Biais : prévu moins vendu, en part du vendu ; négatif quand il s’est vendu plus que prévu. Erreur :
        somme des écarts produit par produit. Fourchette : part des produits restés entre les hypothèses basse
        et haute ; 80 % sont attendus.
      </p>
    </Card>
  );
}

function ReliabilityTable({ rows, heading }: { rows: readonly ReliabilityRow[]; heading: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section className={styles.scroll} aria-label="Prévu et vendu" tabIndex={0}>
      <Table>
        <TableHead
          titles={[
            heading,
            { figure: 'Produits' },
            { figure: 'Prévu' },
            { figure: 'Vendu' },
            { figure: 'Biais' },
            { figure: 'Erreur' },
            { figure: 'Fourchette' },
          ]}
        />
        <tbody>
          {rows.map(({ key, label, note, score }) => (
            <tr key={key}>
              <th scope="row">
                {label} {note && <span className="muted tiny">{note}</span>}
              </th>
              <td className="figure">{formatQuantity(score.count)}</td>
              <td className="figure">{formatQuantity(score.forecast)}</td>
              <td className="figure">{formatQuantity(score.actual)}</td>
              <td className={Math.abs(score.bias ?? 0) > BIAS_LIMIT ? 'figure attention strong' : 'figure'}>
                {biasText(score)}
              </td>
              <td className="figure">{wapeText(score)}</td>
              <td className="figure">{coverageText(score)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
