import { priceListTitle, priceSentences, signedSentence } from '@palier/domain';
import { Icon } from '../../../ui/icon.tsx';
import type { Effect } from '../model/check.ts';
import styles from './price-changes.module.css';

interface PriceChangesProps {
  effect: Pick<Effect, 'prices' | 'signed'>;
  currency: string;
}

/** What an import would change in list prices, by list, with the largest changes; nothing where none does. */
export function PriceChanges({ effect: { prices, signed }, currency }: PriceChangesProps) {
  if (prices.length === 0) return null;
  return (
    <section className={styles.prices} aria-label="Prix de vente qui changent">
      {prices.map((list) => (
        <div key={list.list}>
          <h3>{priceListTitle(list)}</h3>
          <ul>
            {priceSentences(list, currency).map(({ text, examples }) => (
              <li key={text}>
                <b>{text}</b>
                {examples.map((example) => (
                  <span key={example} className="muted">
                    {example}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {signed && (
        <p>
          <Icon name="warning" />
          <span>{signedSentence(signed)}</span>
        </p>
      )}
    </section>
  );
}
