import type { PricedProduct, PricePage } from '@palier/contract';
import { currencySymbol, formatDate, formatNumber, formatPercent, isShown } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { PriceLine } from '../../../lib/prices/price-line.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { announcedText, priceNumber, underDecided, underPrice, underPrior } from '../model/price-view.ts';
import styles from './price-table.module.css';

interface PriceTableProps {
  page: Pick<PricePage, 'currency' | 'first_day' | 'last_day'>;
  products: readonly PricedProduct[];
  /** The product that is explained. */
  open: string | null;
  onOpen: (line: string) => void;
}

/** The prices of a phase product by product, opened to their sizes. */
export function PriceTable({ page, products, open, onOpen }: PriceTableProps): ReactNode {
  const [wide, setWide] = useState<ReadonlySet<string>>(new Set());
  const symbol = currencySymbol(page.currency);
  const toggle = (id: string): void =>
    setWide((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  return (
    <Table>
      <TableHead
        titles={[
          'Code',
          'Produit',
          { figure: `Prix antérieur, ${symbol}` },
          '30 jours avant',
          { figure: 'Décidée' },
          { figure: 'Annoncée' },
          { figure: `Prix, ${symbol}` },
          { figure: 'Du' },
          { figure: 'Au' },
          { figure: 'Étiquettes' },
        ]}
      />
      <tbody>
        {products.map((product) => (
          <ProductRows
            key={product.line_id}
            {...{ page, product }}
            wide={wide.has(product.line_id)}
            isOpen={open === product.line_id}
            onToggle={() => toggle(product.line_id)}
            onOpen={() => onOpen(product.line_id)}
          />
        ))}
      </tbody>
    </Table>
  );
}

interface ProductRowsProps {
  page: PriceTableProps['page'];
  product: PricedProduct;
  wide: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

function ProductRows({ page, product, wide, isOpen, onToggle, onOpen }: ProductRowsProps): ReactNode {
  const { item_group_id, title, brand, selling_price, variants, discount_pct, price, label_count } = product;
  const name = title ?? item_group_id;
  const [real, former] = [underDecided(product), underPrice(product)];
  const prior = underPrior(product);
  return (
    <>
      <tr className={styles.priced} aria-selected={isOpen} onClick={onOpen}>
        <td>
          <span className={styles.code}>
            <IconButton
              small
              tone="quiet"
              icon={wide ? 'chevron-down' : 'chevron-right'}
              label={`${wide ? 'Fermer' : 'Ouvrir'} les tailles de ${name}`}
              aria-expanded={wide}
              onClick={(event) => {
                event.stopPropagation();
                onToggle();
              }}
            />
            <span>
              {item_group_id}
              <span className={`${styles.under} muted`}>{countOf(variants.length, 'taille')}</span>
            </span>
          </span>
        </td>
        <td>
          <span className={styles.product}>
            {product.image_url ? (
              <img className={styles.picture} src={product.image_url} alt="" loading="lazy" />
            ) : (
              <span className={styles.picture} aria-hidden="true" />
            )}
            <span className={styles.name}>
              <button type="button" className={styles.title} aria-pressed={isOpen}>
                {name}
              </button>
              <span className={`${styles.under} muted`}>
                {[brand, `${priceNumber(selling_price)} ${currencySymbol(page.currency)}`]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
          </span>
        </td>
        <td className="figure">
          {isShown(product.prior_price) ? priceNumber(product.prior_price) : 'inconnu'}
          <span className={`${styles.under} ${prior.tone}`}>{prior.text}</span>
        </td>
        <td>
          <PriceLine product={product} currency={page.currency} />
        </td>
        <td className="figure muted">
          {formatPercent(discount_pct, 0)}
          {real && <span className={styles.under}>{real}</span>}
        </td>
        <td className="figure">
          <Announced product={product} />
        </td>
        <td className={`figure ${former ? styles.moved : ''}`}>
          <span className={styles.price}>{priceNumber(price)}</span>
          {former && <span className={`${styles.under} ${former.tone}`}>{former.text}</span>}
        </td>
        <td className="figure">{price === null ? '-' : formatDate(page.first_day)}</td>
        <td className="figure">{price === null ? '-' : formatDate(page.last_day)}</td>
        <td className="figure">{label_count === null ? '-' : formatNumber(label_count)}</td>
      </tr>
      {wide &&
        variants.map((variant) => (
          <tr key={`${variant.item_id} ${variant.size}`} className={styles.variant}>
            <td className={styles.code}>{variant.item_id ?? item_group_id}</td>
            <td>{variant.size ?? 'taille inconnue'}</td>
            <td className="figure">{priceNumber(variant.prior_price)}</td>
            <td colSpan={2} />
            <td className="figure">
              {variant.announced_pct === null ? '-' : announcedText(variant.announced_pct)}
            </td>
            <td className="figure">{priceNumber(variant.price)}</td>
            <td colSpan={3} />
          </tr>
        ))}
    </>
  );
}

/** What may be announced of a product's price, or why nothing may. */
function Announced({ product }: { product: PricedProduct }): ReactNode {
  const { announcement, announced_pct, prior_price, reason } = product;
  if (product.price === null)
    return (
      <span className="muted" title={reason ?? undefined}>
        sans prix
      </span>
    );
  if (announcement === 'none') return <Tag tone="negative">sans annonce</Tag>;
  if (announcement === 'unknown') return <Tag tone="attention">inconnue</Tag>;
  if (announced_pct === null) return <span className="muted">-</span>;
  return (
    <>
      <b className={announcement === 'less' ? 'attention' : undefined}>{announcedText(announced_pct)}</b>
      {announcement === 'less' && (
        <span className={`${styles.under} muted`}>{`sur ${priceNumber(prior_price)}`}</span>
      )}
    </>
  );
}
