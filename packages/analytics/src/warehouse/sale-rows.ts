import { saleVatSql, withTaxSql } from '../formulas.ts';
import { reservedSql } from './reductions.ts';
import { givesColumn, resolvedSql } from './resolve.ts';
import type { StagedRows } from './types.ts';

export interface SaleReading {
  /** The organisation's rate of tax, a share. */
  vat: number;
  /** Some place sells in another currency than the organisation's. */
  by_place: boolean;
}

/** Columns of sales given without taxes. */
const WITHOUT_TAX = ['base_amount', 'base_unit_price'] as const;

/** `SELECT` of the sales of staged files under the numbers of `sale_key`, amounts with taxes. */
export function saleRows(staged: readonly StagedRows[], { vat, by_place }: SaleReading): string {
  const untaxed = WITHOUT_TAX.some((name) => givesColumn(staged, name));
  const kinds = givesColumn(staged, 'reduction');
  const rows = resolvedSql(
    staged,
    [
      ...[
        'date',
        'location_code',
        'quantity',
        'amount',
        'unit_price',
        'discount_pct',
        'ticket',
        'ticket_line',
        'currency',
      ],
      ...(untaxed ? WITHOUT_TAX : []),
      ...(kinds ? ['reduction'] : []),
    ],
    { table: 'feed_key', columns: 'k.key_no' },
  );
  const untaxedAmount = 'coalesce(base_amount, quantity * base_unit_price)';
  const taxed = untaxed
    ? `, ${withTaxSql(untaxedAmount, `(${saleVatSql('p.vat_rate', 'v.vat_rate', vat)})`)}`
    : '';
  const key = untaxed ? 'JOIN (SELECT key_no, vat_rate FROM sale_key) v USING (key_no)' : '';
  const place =
    untaxed || by_place
      ? 'LEFT JOIN (SELECT code, vat_rate, currency AS place_currency FROM place) p ON p.code = r.location_code'
      : '';
  return `SELECT date, key_no, location_code, quantity, coalesce(amount, quantity * unit_price${taxed}) AS amount,
    CASE WHEN discount_pct BETWEEN 0 AND 100 THEN discount_pct END AS discount_pct,
    ticket || chr(31) || coalesce(ticket_line, chr(30)) AS ticket,
    ${by_place ? 'coalesce(currency, place_currency)' : 'currency'} AS currency,
    ${kinds ? reservedSql('reduction') : 'NULL::BOOLEAN'} AS reserved FROM (${rows}) r ${key} ${place}`;
}
