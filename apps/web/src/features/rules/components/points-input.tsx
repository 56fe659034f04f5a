import { useState } from 'react';
import { FieldBox } from '../../../ui/field.tsx';
import { typedPoints } from '../model/terms.ts';

interface PointsInputProps {
  label: string;
  value: number | null;
  onChange: (points: number | null) => void;
}

/** A discount typed in points. What is not a figure stays in the field, marked, and says nothing. */
export function PointsInput({ label, value, onChange }: PointsInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? (value === null ? '' : String(value).replace('.', ','));
  return (
    <FieldBox small invalid={typedPoints(text) === undefined}>
      <input
        aria-label={label}
        aria-invalid={typedPoints(text) === undefined || undefined}
        inputMode="decimal"
        size={4}
        value={text}
        onBlur={() => typedPoints(text) !== undefined && setTyped(null)}
        onChange={(event) => {
          setTyped(event.target.value);
          const points = typedPoints(event.target.value);
          if (points !== undefined) onChange(points);
        }}
      />
      <span className="muted">%</span>
    </FieldBox>
  );
}
