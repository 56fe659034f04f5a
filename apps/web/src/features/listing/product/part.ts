import type { Product } from '@palier/contract';
import type { PanelsProps } from '../components/panel-types.ts';
import type { Line } from '../model/row.ts';

export type ProductPanelProps = PanelsProps & { itemGroup: string };

/** What every part of the panel reads. */
export interface ProductPart extends ProductPanelProps {
  line: Line;
  /** The product's own answer, once it has come. */
  product: Product | undefined;
}
