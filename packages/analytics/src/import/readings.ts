import { formatDate, formatQuantity } from '@palier/domain';
import type { WarehouseTotals } from '../warehouse/types.ts';

function sentence(name: string, read: number, left: readonly string[], counted: string): string[] {
  return left.length === 0
    ? []
    : [`${name} : ${formatQuantity(read)} pièces lues, ${left.join(', ')} : ${counted}.`];
}

/** « 57 négatives comptées 0 » when some count as zero. */
function zeroedText(count: number): string[] {
  return count > 0 ? [`${formatQuantity(count)} négatives comptées 0`] : [];
}

/**
 * Where what counts is not what was read, both: « Stock : 2 874 pièces lues, 57 négatives comptées 0 : 2 931 comptées. »
 *
 * @param dataDate orders expected until this day are no longer expected.
 */
export function readingsOf(totals: WarehouseTotals, dataDate: string | null): string[] {
  const { stock_quantity, stock_read_quantity = stock_quantity } = totals;
  const { order_quantity, order_read_quantity = order_quantity, order_past_quantity = 0 } = totals;
  const past =
    order_past_quantity === 0
      ? []
      : [`${formatQuantity(order_past_quantity)} attendues jusqu’au ${formatDate(dataDate)}`];
  return [
    ...sentence(
      'Stock',
      stock_read_quantity,
      zeroedText(stock_quantity - stock_read_quantity),
      `${formatQuantity(stock_quantity)} comptées`,
    ),
    ...sentence(
      'Commandes',
      order_read_quantity + order_past_quantity,
      [...past, ...zeroedText(order_quantity - order_read_quantity)],
      `${formatQuantity(order_quantity)} attendues`,
    ),
  ];
}
