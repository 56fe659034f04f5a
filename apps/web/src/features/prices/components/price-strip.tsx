import type { PricePage } from '@palier/contract';
import { endingsText, formatNumber, isShown } from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf, plural } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { distanceText, excludedText, type PriceShow } from '../model/price-view.ts';
import styles from './prices.module.css';

interface PriceStripProps {
  summary: PricePage['summary'];
  validated: boolean;
  show: PriceShow;
  onShow: (show: PriceShow) => void;
}

/** The counts of a phase's prices; each shows its products. */
export function PriceStrip({ summary, validated, show, onShow }: PriceStripProps): ReactNode {
  const { product_count, excluded, changed_count, announced, label_count, places } = summary;
  const cells: { of: PriceShow; count: number; text: string; tone?: string }[] = [
    { of: 'all', count: product_count, text: excludedText(summary) },
    { of: 'changes', count: changed_count, text: `prix ${plural(changed_count, 'change', 'changent')}` },
    { of: 'full', count: announced.full, text: 'annoncés au taux décidé ou plus' },
    { of: 'less', count: announced.less, text: 'annoncés à moins', tone: 'attention' },
    { of: 'none', count: announced.none, text: 'sans annonce permise', tone: 'negative' },
    { of: 'unknown', count: announced.unknown, text: 'prix antérieur inconnu', tone: 'attention' },
  ];
  const without = excluded.map(({ reason, product_count: of }) => `${reason}\u202f: ${formatNumber(of)}`);
  return (
    <div className={styles.strip}>
      {cells.map(({ of, count, text, tone }) => (
        <button
          key={of}
          type="button"
          className={styles.count}
          aria-pressed={show === of}
          title={of === 'all' ? without.join('\n') : undefined}
          onClick={() => onShow(show === of ? 'all' : of)}
        >
          <b className={`${styles.value} ${count > 0 && tone ? tone : ''}`}>{formatNumber(count)}</b>
          <span className="small muted">{text}</span>
        </button>
      ))}
      <div className={styles.count} title={placesText(places)}>
        <b className={styles.value}>{formatNumber(label_count)}</b>
        <span className="small muted">{`étiquettes, ${countOf(places.length, 'magasin')}`}</span>
      </div>
      <Endings endings={summary.endings} validated={validated} />
    </div>
  );
}

/** What makes the prices of the phase, how far they are from the rates decided, and where it is changed. */
function Endings({ endings, validated }: { endings: PricePage['summary']['endings']; validated: boolean }) {
  const isAllowed = usePermission('canEditSettings');
  return (
    <div className={styles.endings}>
      <span>
        <b>{validated ? 'Prix signés avec la démarque' : endingsText(endings.rules)}</b>
        <span className={`${styles.distance} small muted`}>{distanceText(endings)}</span>
      </span>
      {isAllowed && !validated && (
        <LinkButton
          small
          to={paths.settings()}
          title="Terminaisons de prix, dans les paramètres de l’enseigne"
        >
          Modifier
        </LinkButton>
      )}
    </div>
  );
}

/** The shops with the most labels, in a tooltip. */
function placesText(places: PricePage['summary']['places']): string {
  const named = places
    .slice(0, 12)
    .map(({ name, label_count }) => `${name}\u202f: ${formatNumber(label_count)}`);
  const rest = places.length - named.length;
  return [
    ...named,
    ...(isShown(rest) && rest > 0 ? [`et ${countOf(rest, 'autre magasin', 'autres magasins')}`] : []),
  ].join('\n');
}
