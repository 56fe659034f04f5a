import type { ReactNode } from 'react';
import type { PanelsProps } from './listing-panels.tsx';

export function ProductPanel({ itemGroup }: PanelsProps & { itemGroup: string }): ReactNode {
  return <aside className="ls-panel">{itemGroup}</aside>;
}
