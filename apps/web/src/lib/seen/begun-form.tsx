import { Fragment, type ReactNode, useState } from 'react';

interface BegunFormProps<T extends object> {
  /** What stands as the form opens. */
  from: T;
  children: (began: T, beginAgain: (now: object) => void) => ReactNode;
}

/** A form that begins with what stands, and begins again, at its author's asking, with what stands since. */
export function BegunForm<T extends object>({ from, children }: BegunFormProps<T>) {
  const [{ began, round }, setBegun] = useState({ began: from, round: 0 });
  const beginAgain = (now: object): void => setBegun({ began: { ...began, ...now }, round: round + 1 });
  return <Fragment key={round}>{children(began, beginAgain)}</Fragment>;
}
