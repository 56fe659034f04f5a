import type { PlanDifferences, Project } from '@palier/contract';
import { formatCompactMoney, formatPercent, formatQuantity, MISSING } from '@palier/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { getDifferences } from '../api/optimizations.ts';
import type { Optimization } from '../api/status.ts';
import { runLetters } from '../model/results.ts';
import tables from './comparison-table.module.css';
import styles from './differences.module.css';
import { RunLetter } from './run-list.tsx';

/** Lines that take another run than the one sent, by line. */
export type Choices = Readonly<Record<string, string>>;

export interface DifferencesProps {
  runs: readonly Optimization[];
  projects: readonly Project[];
  /** The run that lines follow by default. */
  base: string;
  choices: Choices;
  onChoose: (choices: Choices) => void;
}

/** The products on which the compared results differ, and which result each takes. */
export function Differences({ runs, projects, base, choices, onChoose }: DifferencesProps) {
  const shared = projects.filter(({ _id }) => runs.every((run) => run.projects.includes(_id)));
  const [chosen, setChosen] = useState<string | null>(null);
  const project = shared.find(({ _id }) => _id === chosen) ?? shared[0];
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const runIds = runs.map((run) => run._id);
  const { data, isPending, isError, error, refetch } = useQuery({
    ...getDifferences(project?._id ?? '', runIds, q),
    enabled: project !== undefined,
    placeholderData: keepPreviousData,
  });
  if (!project) return null;
  return (
    <Card
      title="Différences par produit"
      note={data && countOf(data.total, 'produit', 'produits')}
      tools={
        <>
          {shared.length > 1 && (
            <SelectField
              label="Projet"
              hideLabel
              small
              value={project._id}
              options={shared.map(({ _id, shortName }) => ({ value: _id, label: shortName ?? _id }))}
              onChange={setChosen}
            />
          )}
          <TextField
            label="Chercher un produit"
            hideLabel
            placeholder="Nom ou code"
            value={typed}
            onChange={setTyped}
          />
        </>
      }
    >
      {isError && (
        <ErrorState title="Différences non chargées" onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {isPending && <Skeleton width="80%" height={16} />}
      {data?.data.length === 0 && (
        <p className={`${tables.padded} muted`}>
          {q === '' ? 'Ces résultats donnent les mêmes démarques.' : 'Aucun de ces produits ne correspond.'}
        </p>
      )}
      {data && data.data.length > 0 && (
        <DifferenceTable
          {...{ data, runs, base, choices, onChoose }}
          currency={project.accounting_currency}
        />
      )}
    </Card>
  );
}

type TableProps = Pick<DifferencesProps, 'runs' | 'base' | 'choices' | 'onChoose'> & {
  data: PlanDifferences;
  currency: string;
};

function DifferenceTable({ data, runs, base, choices, onChoose, currency }: TableProps) {
  const choose = (line: string, run: string) => {
    const { [line]: _former, ...others } = choices;
    onChoose(run === base ? others : { ...others, [line]: run });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus
    <section className={`${tables.scroll} ${styles.differences}`} aria-label="Produits" tabIndex={0}>
      <Table>
        <thead>
          <tr>
            <th scope="col">Produit</th>
            <th scope="col" className="figure">
              Stock
            </th>
            <th scope="col" className="figure">
              Avant
            </th>
            {runs.map((run, place) => (
              <th key={run._id} scope="col">
                <RunLetter place={place} />
                <span className="visually-hidden">{run.name}</span>
              </th>
            ))}
            <th scope="col" className="figure">
              Écart de marge après invendus
            </th>
          </tr>
        </thead>
        <tbody>
          {data.data.map((line) => (
            <tr key={line._id}>
              <th scope="row">
                <span className={styles.title}>{line.title ?? line.item_group_id}</span>
                <span className="muted tiny">{line.item_group_id}</span>
              </th>
              <td className="figure">{formatQuantity(line.stock_qty)}</td>
              <td className="figure muted">
                {line.previous_discount_pct === null ? MISSING : formatPercent(line.previous_discount_pct, 0)}
              </td>
              {line.plans.map((plan, place) => {
                const run = runs[place];
                return (
                  <td key={run?._id ?? place}>
                    {plan && run ? (
                      <button
                        type="button"
                        className={styles.choice}
                        aria-pressed={(choices[line._id] ?? base) === run._id}
                        onClick={() => choose(line._id, run._id)}
                      >
                        <span className="visually-hidden">{line.title ?? line.item_group_id} : </span>
                        <b>{formatPercent(plan.discount_pct, 0)}</b>
                        <span className="muted small">
                          {formatCompactMoney(plan.profit_after_leftovers, currency)}
                        </span>
                        <span className="visually-hidden"> comme {runLetters[place]}</span>
                      </button>
                    ) : (
                      MISSING
                    )}
                  </td>
                );
              })}
              <td className="figure strong">{formatCompactMoney(line.profit_range, currency)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {data.total > data.data.length && (
        <p className={`${tables.padded} muted small`}>
          Les {formatQuantity(data.data.length)} plus grands écarts ; cherchez un produit pour voir les
          autres.
        </p>
      )}
    </section>
  );
}
