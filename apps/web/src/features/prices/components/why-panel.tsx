import type { PricedProduct } from '@palier/contract';
import {
  formatMoney,
  formatPercent,
  formatShortDate,
  isShown,
  LAW_NOTICE,
  LAW_RULES,
  type PriceEnding,
} from '@palier/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { api } from '../../../lib/api/client.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { downloadFile } from '../../../lib/download.ts';
import { countOf, french } from '../../../lib/french.ts';
import { getPrice } from '../../../lib/prices/get-price.ts';
import { PriceChart } from '../../../lib/prices/price-chart.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { announcedText } from '../model/price-view.ts';
import { dearerText, whyQuestion, whySteps } from '../model/why.ts';
import styles from './why-panel.module.css';

interface WhyPanelProps {
  projectId: string;
  lineId: string;
  phase: number;
  currency: string;
  last_day: string;
  /** What the prices of the phase follow. */
  endings: readonly PriceEnding[];
  /** Products announced at less than decided. */
  lessCount: number;
  onLess: () => void;
  onClose: () => void;
}

/** Why a price is announced as it is: the days before, the steps, the label, and what each level would allow. */
export function WhyPanel(props: WhyPanelProps): ReactNode {
  const { projectId, lineId, phase, onClose } = props;
  const query = useQuery(getPrice(projectId, lineId, phase));
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);
  const product = query.data;
  return (
    <aside className={styles.panel} aria-label={product?.title ?? 'Produit'} aria-busy={query.isPending}>
      <header className={styles.head}>
        {product?.image_url && <img src={product.image_url} alt="" />}
        <div>
          <h2>{product?.title ?? product?.item_group_id ?? ''}</h2>
          <p className="small muted">{product && identity(product)}</p>
        </div>
        <span className="spacer" />
        <IconButton tone="quiet" icon="close" label="Fermer le panneau" onClick={onClose} />
      </header>
      {query.isError ? (
        <ErrorState title="Ce prix n’a pas pu être chargé" onRetry={() => void query.refetch()}>
          {errorMessage(query.error)}
        </ErrorState>
      ) : product ? (
        <Explained {...props} product={product} />
      ) : (
        <div className={styles.body}>
          <Skeleton height={216} />
          <Skeleton height={200} />
        </div>
      )}
    </aside>
  );
}

function identity({ item_group_id, brand, color, on_sale_date }: PricedProduct): string {
  const since = on_sale_date && `en vente depuis le ${formatShortDate(on_sale_date, true)}`;
  return [item_group_id, brand, color, since].filter(Boolean).join(' · ');
}

function Explained({
  product,
  projectId,
  phase,
  currency,
  last_day,
  endings,
  lessCount,
  onLess,
}: WhyPanelProps & { product: PricedProduct }): ReactNode {
  const steps = whySteps(product, currency, endings);
  const proof = useMutation({
    mutationFn: () =>
      api.download('discounts.export', {
        params: { id: projectId, template: 'proof-xlsx' },
        query: { phase, q: product.item_group_id },
      }),
    onSuccess: (file) => downloadFile(file, 'dossier-de-preuve.xlsx'),
  });
  return (
    <>
      <div className={styles.body}>
        <h3 className={styles.question}>{french(whyQuestion(product))}</h3>
        <p>
          {product.discount_pct === null
            ? product.reason
            : product.announcement === null
              ? french(
                  'Le produit se vend à son prix de vente dans cette démarque : aucune réduction à annoncer.',
                )
              : french(
                  'La démarque décidée porte sur le prix de vente. L’annonce porte sur le prix le plus bas des 30 jours d’avant la première réduction.',
                )}
        </p>
        <DearerNote product={product} currency={currency} />
        <PriceChart product={product} currency={currency} last_day={last_day} />
        {steps.length > 0 && (
          <ol className={styles.steps}>
            {steps.map(({ title, why, gives }) => (
              <li key={title}>
                <div className={styles.step}>
                  <p>{title}</p>
                  <p className="small muted">{why}</p>
                </div>
                <b>{gives}</b>
              </li>
            ))}
          </ol>
        )}
        <PrintedLabel product={product} currency={currency} />
        <Levels product={product} currency={currency} />
        <p className={`tiny muted ${styles.notice}`}>
          <Icon name="shield" size={12} /> {french(`${LAW_RULES.announced_pct.source}. ${LAW_NOTICE}`)}
        </p>
      </div>
      <footer className={styles.foot}>
        <Button
          icon="shield"
          disabled={proof.isPending || product.discount_pct === null}
          title={product.discount_pct === null ? 'Le produit n’a pas de prix dans cette démarque' : undefined}
          onClick={() => proof.mutate()}
        >
          Dossier de preuve
        </Button>
        <span className="spacer" />
        {lessCount > 0 && (
          <Button onClick={onLess}>
            {lessCount > 1
              ? `Voir les ${countOf(lessCount, 'produit')} annoncés à moins`
              : 'Voir le produit annoncé à moins'}
          </Button>
        )}
      </footer>
    </>
  );
}

/** Where the label is dearer than what the product sells at today, or than the label before: what its file says too. */
function DearerNote({ product, currency }: { product: PricedProduct; currency: string }): ReactNode {
  const text = dearerText(product, currency);
  return text === null ? null : (
    <p className="attention" role="note">
      <Icon name="warning" size={16} /> {text}
    </p>
  );
}

function PrintedLabel({ product, currency }: { product: PricedProduct; currency: string }): ReactNode {
  const { price, prior_price, announced_pct, title, item_group_id } = product;
  if (!isShown(price)) return null;
  return (
    <div>
      <p className="tiny muted">Étiquette imprimée</p>
      <div className={styles.label}>
        <span className={styles.named}>{title ?? item_group_id}</span>
        {announced_pct !== null && isShown(prior_price) && (
          <s className={`${styles.struck} muted`}>{formatMoney(prior_price, currency)}</s>
        )}
        <span className={styles.bold}>{formatMoney(price, currency)}</span>
        {announced_pct !== null && <span className={styles.rate}>{announcedText(announced_pct)}</span>}
      </div>
    </div>
  );
}

/** What each level of the project would let announce. */
function Levels({ product, currency }: { product: PricedProduct; currency: string }): ReactNode {
  return (
    <div>
      <h3>Ce que chaque démarque permettrait d’annoncer</h3>
      <div className={styles.levels}>
        {product.levels.map(({ discount_pct, price, announced_pct }) => (
          <div
            key={discount_pct}
            className={`${styles.level} ${announced_pct === null ? styles.silent : ''}`}
            aria-current={discount_pct === product.discount_pct ? 'true' : undefined}
          >
            <b>{formatPercent(discount_pct, 0)}</b>
            <span>{isShown(price) ? formatMoney(price, currency) : '-'}</span>
            <b>{announced_pct === null ? 'sans annonce' : announcedText(announced_pct)}</b>
          </div>
        ))}
      </div>
    </div>
  );
}
