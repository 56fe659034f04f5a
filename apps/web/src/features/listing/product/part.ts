import type { Product } from '@palier/contract';
import { formatCompactMoney, formatWholeMoney } from '@palier/domain';
import type { Line } from '../rows/row.ts';
import type { PanelsProps } from '../screen/panel-types.ts';

export type ProductPanelProps = PanelsProps & { itemGroup: string };

/** A product's money: to the unit, as its changes are; in thousands only where units do not matter. */
export function productMoney(value: number | null | undefined, currency: string): string {
  return Math.abs(value ?? 0) < 10_000
    ? formatWholeMoney(value, currency)
    : formatCompactMoney(value, currency);
}

/** What every part of the panel reads. */
export interface ProductPart extends ProductPanelProps {
  line: Line;
  /** The product's own answer, once it has come. */
  product: Product | undefined;
}
