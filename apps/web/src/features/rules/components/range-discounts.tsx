import { parseRange, type RuleDiscount, rangeKey, type ValueRange } from '@palier/domain';
import { useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldBox } from '../../../ui/field.tsx';
import type { RuleDraft } from '../model/draft.ts';
import { discountIn, pointsOf, type TermAsk } from '../model/terms.ts';
import { PointsInput } from './points-input.tsx';
import styles from './term-discounts.module.css';

interface Row extends ValueRange {
  points: number | null;
}

interface RangeDiscountsProps {
  draft: RuleDraft;
  ask: TermAsk;
  onChange: (draft: RuleDraft) => void;
}

function rowsOf(map: RuleDraft['discount_spec_map']): Row[] {
  return Object.entries(map ?? {}).map(([key, discount]) => ({
    ...(parseRange(key) ?? { low: null, high: null }),
    points: pointsOf(discount),
  }));
}

/** An end of an interval: nothing typed leaves it open. */
function End({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (end: number | null) => void;
}) {
  return (
    <FieldBox small>
      <input
        aria-label={label}
        type="number"
        step="any"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      />
    </FieldBox>
  );
}

/** A discount by interval of a figure: its low end is in, its high end is out. */
export function RangeDiscounts({ draft, ask, onChange }: RangeDiscountsProps) {
  const [rows, setRows] = useState<Row[]>(() => rowsOf(draft.discount_spec_map));
  const change = (next: Row[]): void => {
    setRows(next);
    const entries = next.flatMap(({ points, ...range }): [string, RuleDiscount][] =>
      points === null ? [] : [[rangeKey(range), discountIn(ask, points)]],
    );
    onChange({ ...draft, discount_spec_map: entries.length > 0 ? Object.fromEntries(entries) : null });
  };
  const edit = (index: number, part: Partial<Row>): void =>
    change(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <>
      <ul className={styles.terms} aria-label="Démarque par intervalle">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an interval has no name but its place while it is typed
          <li key={index}>
            <span className="muted">de</span>
            <End
              label={`Intervalle ${index + 1}, de`}
              value={row.low}
              onChange={(low) => edit(index, { low })}
            />
            <span className="muted">à moins de</span>
            <End
              label={`Intervalle ${index + 1}, à moins de`}
              value={row.high}
              onChange={(high) => edit(index, { high })}
            />
            <span className="spacer" />
            <PointsInput
              label={`Démarque, intervalle ${index + 1}`}
              value={row.points}
              onChange={(points) => edit(index, { points })}
            />
            <IconButton
              small
              tone="quiet"
              icon="close"
              label={`Retirer l’intervalle ${index + 1}`}
              onClick={() => change(rows.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          small
          icon="plus"
          onClick={() => change([...rows, { low: rows.at(-1)?.high ?? null, high: null, points: null }])}
        >
          Intervalle
        </Button>
      </div>
    </>
  );
}
