import type { ReactNode } from 'react';

/** A figure of the report with its name under it. */
export function Count({ value, label, tone }: { value: ReactNode; label: string; tone: string }) {
  return (
    <div>
      <b className={tone}>{value}</b>
      <span>{label}</span>
    </div>
  );
}
