import type { PricePage } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { countOf, plural } from '../../lib/french.ts';
import { Table } from '../../ui/table.tsx';
import styles from './shop-labels.module.css';

/** Shops that the list names; the others are counted together. */
const NAMED = 9;

/** What a validated phase asks of the shops: the prices that change, and the labels to print in each. */
export function ShopLabels({ summary }: { summary: PricePage['summary'] }) {
  const { product_count, changed_count, excluded, label_count, places } = summary;
  const unsent = excluded.reduce((sum, one) => sum + one.product_count, 0);
  const shops = [...places].sort((a, b) => b.label_count - a.label_count);
  const others = shops.slice(NAMED);
  const most = Math.max(1, shops[0]?.label_count ?? 0);
  return (
    <>
      <dl className={styles.counts}>
        <Count value={changed_count} text={`prix ${plural(changed_count, 'change', 'changent')}`} />
        <Count value={product_count - changed_count} text="prix inchangés" />
        {unsent > 0 && <Count value={unsent} text="non envoyés" />}
      </dl>
      {label_count > 0 && (
        <section aria-label="Étiquettes à poser">
          <h3>Étiquettes à poser</h3>
          <p className="tiny muted">stock du magasin × produits dont le prix change</p>
          <Table className={styles.shops}>
            <thead>
              <tr>
                <th scope="col">Magasin</th>
                <th scope="col" className="figure">
                  Étiquettes
                </th>
                <th />
              </tr>
            </thead>
            <tbody>
              {shops.slice(0, NAMED).map(({ code, name, label_count: count }) => (
                <tr key={code}>
                  <td>{name}</td>
                  <td className="figure">{formatQuantity(count)}</td>
                  <td className={styles.share}>
                    <i style={{ width: `${(100 * count) / most}%` }} />
                  </td>
                </tr>
              ))}
              {others.length > 0 && (
                <tr className="muted">
                  <td>{countOf(others.length, 'autre magasin', 'autres magasins')}</td>
                  <td className="figure">
                    {formatQuantity(others.reduce((sum, one) => sum + one.label_count, 0))}
                  </td>
                  <td />
                </tr>
              )}
              <tr className="strong">
                <td>{countOf(shops.length, 'magasin')}</td>
                <td className="figure">{formatQuantity(label_count)}</td>
                <td />
              </tr>
            </tbody>
          </Table>
        </section>
      )}
    </>
  );
}

function Count({ value, text }: { value: number; text: string }) {
  return (
    <div>
      <dt className="small muted">{text}</dt>
      <dd>{formatQuantity(value)}</dd>
    </div>
  );
}
