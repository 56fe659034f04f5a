import { useRef } from 'react';
import styles from './scale.module.css';
import type { ScaleMark, ScaleMarkKind } from './scale-model.ts';
import { scalePlaces } from './scale-model.ts';
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
  /** `brief`: the same without its unit, for a short scale. `about`: what it is a figure of, on hover. */
  marks: readonly (ScaleMark & { text: string; brief?: string; about?: string | undefined })[];
  /** A reference whose value is not known, and why. */
  unknown?: { label: string; why: string } | null;
}

/** Mean width of a character and of a tick with its gap, in pixels. */
const CHARACTER = 5.2;
const TICK = 14;

/**
 * The references under a scale, in the order of their ticks, each with a small one of its colour: spread evenly, on a
 * second line rather than over one another. On a short scale their unit goes, never their name.
 */
export function ScaleLegend({ marks, unknown = null }: ScaleLegendProps) {
  const line = useRef<HTMLSpanElement>(null);
  const pixels = useElementWidth(line, 320);
  const ordered = [...marks].sort((a, b) => a.value - b.value);
  const missing = unknown ? `${unknown.label} -` : '';
  const width = [...ordered.map(({ text }) => text), missing].reduce(
    (sum, text) => sum + (text ? text.length * CHARACTER + TICK : 0),
    0,
  );
  const fits = width <= pixels;
  return (
    <span className={styles.legend} aria-hidden="true" ref={line}>
      {ordered.map(({ kind, label, text, brief, about }) => (
        <span key={label} className={markClass[kind]} title={about}>
          {fits ? text : (brief ?? text)}
        </span>
      ))}
      {unknown && (
        <span className={styles.unknown} title={unknown.why}>
          {missing}
        </span>
      )}
    </span>
  );
}
