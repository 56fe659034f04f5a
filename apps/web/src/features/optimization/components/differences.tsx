import type { PlanDifferences, Project } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { getDifferences } from '../api/optimizations.ts';
import { mergeDifferences } from '../model/choices.ts';
import tables from './comparison-table.module.css';
import type { DifferenceProps } from './difference-props.ts';
import { DifferenceTable } from './difference-table.tsx';
import styles from './differences.module.css';

export interface DifferencesProps extends DifferenceProps {
  projects: readonly Project[];
}

/** Lines shown at first, and more at each press. */
const PAGE = 12;

/** The products on which the results differ from one another or from the plan in force, and which one each takes. */
export function Differences(props: DifferencesProps) {
  const { runs, projects, ...table } = props;
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(PAGE);
  const q = useDeferredValue(typed.trim());
  const runIds = runs.map((run) => run._id);
  const answers = useQueries({ queries: projects.map(({ _id }) => getDifferences(_id, runIds, q)) });
  const failed = answers.find(({ isError }) => isError);
  const read = answers.flatMap(({ data }) => data ?? []);
  const data: PlanDifferences | null = read.length === answers.length ? mergeDifferences(read) : null;
  return (
    <Card
      title="Différences par produit"
      note={data && `${countOf(data.total, 'produit', 'produits')}, par écart de marge après invendus`}
      tools={
        <TextField
          label="Chercher un produit"
          hideLabel
          placeholder="Nom ou code"
          value={typed}
          onChange={setTyped}
        />
      }
    >
      {failed && (
        <ErrorState
          title="Différences non chargées"
          onRetry={() => void Promise.all(answers.map((answer) => answer.refetch()))}
        >
          {errorMessage(failed.error)}
        </ErrorState>
      )}
      {!data && !failed && <Skeleton width="80%" height={16} />}
      {data?.data.length === 0 && (
        <p className={`${tables.padded} muted`}>
          {q === ''
            ? 'Ces résultats donnent les démarques en vigueur.'
            : 'Aucun des produits qui diffèrent ne correspond.'}
        </p>
      )}
      {data && data.data.length > 0 && (
        <DifferenceTable {...table} runs={runs} lines={data.data.slice(0, shown)} />
      )}
      {data && data.data.length > shown && (
        <p className={styles.more}>
          <Button small onClick={() => setShown(shown + PAGE)}>
            {`Voir ${countOf(Math.min(PAGE, data.data.length - shown), 'produit')} de plus`}
          </Button>
        </p>
      )}
      {data && data.total > data.data.length && data.data.length <= shown && (
        <p className={`${tables.padded} muted small`}>
          Les {formatQuantity(data.data.length)} plus grands écarts ; cherchez un produit pour voir les
          autres.
        </p>
      )}
    </Card>
  );
}
