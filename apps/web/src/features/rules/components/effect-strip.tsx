import type { RulePreview } from '@palier/contract';
import { formatCompactMoney, formatDelta, formatMoney, formatQuantity } from '@palier/domain';
import { plural } from '../../../lib/french.ts';
import styles from './effect-strip.module.css';

interface EffectStripProps {
  preview: RulePreview | undefined;
  currencies: { catalog: string; accounting: string };
  /** « jusqu’au 21 juil. » */
  until: string;
}

interface Figure {
  label: string;
  value: string;
  title?: string;
  isChange?: boolean;
}

/** Of what the rule takes: how many, and what its figures would change to the project's end. */
export function EffectStrip({ preview, currencies, until }: EffectStripProps) {
  const figures = preview ? [...countsOf(preview), ...changesOf(preview, currencies, until)] : [];
  if (!preview) return null;
  return (
    <dl className={styles.strip} aria-label="Effet de la règle">
      {figures.map(({ label, value, title, isChange }) => (
        <div key={label} title={title}>
          <dd className={isChange ? 'computed' : undefined}>{value}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
  );
}

function countsOf(preview: RulePreview): Figure[] {
  const { item_group_count, discount_count, family_count: families, sum_stock_qty: pieces } = preview;
  // By the values of a field, it may take some of its products: as many as the list says.
  const products = discount_count || item_group_count;
  return [
    { label: plural(products, 'produit', 'produits'), value: formatQuantity(products) },
    { label: plural(families, 'famille', 'familles'), value: formatQuantity(families) },
    { label: plural(pieces, 'pièce', 'pièces'), value: formatQuantity(pieces) },
  ];
}

function changesOf(
  { effect }: RulePreview,
  { catalog, accounting }: EffectStripProps['currencies'],
  until: string,
): Figure[] {
  if (!effect) return [];
  const change = (
    label: string,
    figure: keyof typeof effect.before,
    form: { delta: (value: number) => string; whole: (value: number | null) => string },
  ): Figure[] => {
    const [before, after] = [effect.before[figure], effect.after[figure]];
    if (before === null || after === null) return [];
    const title = `${form.whole(before)} aujourd’hui, ${form.whole(after)} une fois les règles traitées, ${until}`;
    return [{ label, value: form.delta(after - before), title, isChange: true }];
  };
  const money = (currency: string) => ({
    delta: (value: number) => formatCompactMoney(value, currency, true),
    whole: (value: number | null) => formatMoney(value, currency),
  });
  return [
    ...change('CA', 'sales', money(catalog)),
    ...change('marge après invendus', 'profit_after_leftovers', money(accounting)),
    ...change('stock restant', 'stock', { delta: (value) => formatDelta(value), whole: formatQuantity }),
    ...change('budget', 'discount_budget', money(catalog)),
  ];
}
