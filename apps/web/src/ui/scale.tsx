import { useRef } from 'react';
import styles from './scale.module.css';
import type { ScaleMark, ScaleMarkKind } from './scale-model.ts';
import { fittingLabels, scalePlaces, spreadLabels } from './scale-model.ts';
import { useElementWidth } from './use-element-width.ts';

export type { ScaleMark } from './scale-model.ts';

const markClass: Record<ScaleMarkKind, string | undefined> = {
  reference: undefined,
  optimum: styles.optimum,
  ceiling: styles.ceiling,
};

export interface ScaleProps {
  value: number;
  before?: number;
  marks: readonly ScaleMark[];
  /** Sentence for screen readers: the value and what it stands against. */
  label: string;
  width?: number | string;
}

/** A value on the scale of its references: grey tick, green optimum, orange ceiling, hollow dot before, full dot now. */
export function Scale({ value, before, marks, label, width }: ScaleProps) {
  const places = scalePlaces({ value, before, marks });
  const run =
    places.before === undefined
      ? null
      : { left: Math.min(places.before, places.value), width: Math.abs(places.value - places.before) };
  return (
    <span
      className={styles.scale}
      data-kit="scale"
      role="img"
      aria-label={label}
      title={label}
      style={width === undefined ? undefined : { width }}
    >
      {run && <span className={styles.travel} style={{ left: `${run.left}%`, width: `${run.width}%` }} />}
      {marks.map((mark, index) => (
        <i
          key={`${mark.kind}-${mark.label}`}
          className={markClass[mark.kind]}
          style={{ left: `${places.marks[index]}%` }}
        />
      ))}
      {places.before !== undefined && (
        <span className={styles.former} style={{ left: `${places.before}%` }} />
      )}
      <span className={styles.current} style={{ left: `${places.value}%` }} />
    </span>
  );
}

export interface ScaleLegendProps {
  value: number;
  before?: number;
  marks: readonly (ScaleMark & { text: string })[];
}

/** The references' names and values under a scale, kept from overlapping. */
export function ScaleLegend({ value, before, marks }: ScaleLegendProps) {
  const line = useRef<HTMLSpanElement>(null);
  const pixels = useElementWidth(line, 320);
  const places = scalePlaces({ value, before, marks });
  const all = marks.map((mark) => ((mark.text.length * 5.6 + 4) / pixels) * 100);
  // On a short scale the references give way to the optimum and the ceiling; the scale's tooltip names them all.
  const fitting = fittingLabels(
    all,
    marks.map((mark) => mark.kind !== 'reference'),
  );
  const lefts = spreadLabels(
    fitting.map((index) => places.marks[index] ?? 0),
    fitting.map((index) => all[index] ?? 0),
  );
  return (
    <span className={styles.legend} aria-hidden="true" ref={line}>
      {fitting.map((index, place) => {
        const mark = marks[index];
        return mark ? (
          <span key={mark.label} className={markClass[mark.kind]} style={{ left: `${lefts[place]}%` }}>
            {mark.text}
          </span>
        ) : null;
      })}
    </span>
  );
}
