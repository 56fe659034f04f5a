import { useRef } from 'react';
import type { ScaleMark, ScaleMarkKind } from './scale-model.ts';
import { scalePlaces, spreadLabels } from './scale-model.ts';
import { useElementWidth } from './use-element-width.ts';

export type { ScaleMark } from './scale-model.ts';

const markClass: Record<ScaleMarkKind, string> = { reference: '', optimum: 'opt', ceiling: 'cap' };

export type ScaleProps = {
  value: number;
  before?: number;
  marks: readonly ScaleMark[];
  /** Sentence for screen readers: the value and what it stands against. */
  label: string;
  width?: number | string;
};

/** A value on the scale of its references: grey tick, green optimum, orange ceiling, hollow dot before, full dot now. */
export function Scale({ value, before, marks, label, width }: ScaleProps) {
  const places = scalePlaces({ value, before, marks });
  const run =
    places.before === undefined
      ? null
      : { left: Math.min(places.before, places.value), width: Math.abs(places.value - places.before) };
  return (
    <span
      className="scale"
      role="img"
      aria-label={label}
      title={label}
      style={width === undefined ? undefined : { width }}
    >
      {run && <span className="run" style={{ left: `${run.left}%`, width: `${run.width}%` }} />}
      {marks.map((mark, index) => (
        <i
          key={`${mark.kind}-${mark.label}`}
          className={markClass[mark.kind]}
          style={{ left: `${places.marks[index]}%` }}
        />
      ))}
      {places.before !== undefined && <span className="was" style={{ left: `${places.before}%` }} />}
      <span className="now" style={{ left: `${places.value}%` }} />
    </span>
  );
}

export type ScaleLegendProps = {
  value: number;
  before?: number;
  marks: readonly (ScaleMark & { text: string })[];
};

/** The references' names and values under a scale, kept from overlapping. */
export function ScaleLegend({ value, before, marks }: ScaleLegendProps) {
  const line = useRef<HTMLSpanElement>(null);
  const pixels = useElementWidth(line, 320);
  const places = scalePlaces({ value, before, marks });
  const widths = marks.map((mark) => ((mark.text.length * 5.6 + 4) / pixels) * 100);
  const lefts = spreadLabels(places.marks, widths);
  return (
    <span className="scale-refs" aria-hidden="true" ref={line}>
      {marks.map((mark, index) => (
        <span key={mark.label} className={markClass[mark.kind]} style={{ left: `${lefts[index]}%` }}>
          {mark.text}
        </span>
      ))}
    </span>
  );
}
