import { MISSING } from '@palier/domain';
import { type ReactNode, useEffect, useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import type { Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { LineCellProps } from './context.ts';
import styles from './picture.module.css';
import { lineTitle } from './product.tsx';

/** What a picture is drawn from. */
type PicturedLine = Pick<Line, 'image_url' | 'item_group_id' | 'title' | 'name'>;

/** How long a row stays in sight before its picture is asked for, ms: rows that scroll past ask for nothing. */
const REST = 120;

/** Pictures already received: shown at once when their row comes back. */
const received = new Set<string>();
/** Addresses that gave no picture: the letter stands in their place, and they are not asked again. */
const missing = new Set<string>();

/** The address of a line's picture while it is worth asking for, and what to call when it gives none. */
function usePictureAddress(line: PicturedLine): { address: string | null; onMissing: () => void } {
  const [, setLost] = useState<string | null>(null);
  const url = line.image_url || null;
  return {
    address: url !== null && missing.has(url) ? null : url,
    onMissing: () => {
      if (url !== null) missing.add(url);
      setLost(url);
    },
  };
}

/** The address once the row has rested, null until then. */
function useRestedPicture(url: string | null): string | null {
  const [rested, setRested] = useState<string | null>(null);
  const ready = url !== null && (rested === url || received.has(url));
  useEffect(() => {
    if (url === null || ready) return;
    const timer = setTimeout(() => setRested(url), REST);
    return () => clearTimeout(timer);
  }, [url, ready]);
  return ready ? url : null;
}

function hue(text: string): number {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return sum;
}

const sizeClass = { large: styles.large, small: styles.small };

/** The product's picture; a plain tile until the row rests, with its first letter when it has no picture. */
export function ProductImage({ line, size }: { line: PicturedLine; size: 'small' | 'large' }): ReactNode {
  const className = `${styles.picture} ${sizeClass[size]}`;
  const { address, onMissing } = usePictureAddress(line);
  const url = useRestedPicture(address);
  if (url) {
    return (
      // Keyed: the elements of a row serve other products as they scroll, a picture must not outlive its own.
      <img
        key={url}
        className={className}
        data-part="picture"
        src={url}
        alt=""
        decoding="async"
        draggable={false}
        onLoad={() => received.add(url)}
        onError={onMissing}
      />
    );
  }
  if (address) return <span className={className} data-part="picture" aria-hidden="true" />;
  return (
    <span
      className={className}
      data-part="picture"
      style={{ background: `hsl(${hue(line.item_group_id)} 24% 90%)` }}
      aria-hidden="true"
    >
      {lineTitle(line).slice(0, 1).toLocaleUpperCase('fr-FR')}
    </span>
  );
}

/** The picture of one of a group's products; nothing over everything listed. */
export function GroupImage({ group, compact }: { group: Group; compact: boolean }): ReactNode {
  if (group.keys.length === 0) return null;
  if (!group.image_url) return <span className={shared.note}>{MISSING}</span>;
  const line: PicturedLine = { image_url: group.image_url, item_group_id: group.key, title: group.key };
  const title = `L’un des ${countOf(group.discount_count, 'produit', 'produits')} du groupe`;
  return (
    <span className={styles.opener} title={title}>
      <ProductImage line={line} size={compact ? 'small' : 'large'} />
    </span>
  );
}

const PREVIEW_HEIGHT = 280;
const PREVIEW_GAP = 8;

/** Where the preview begins, px from its button's top: near it, under the headers and above the foot of the window. */
function previewTop(button: HTMLElement): number {
  const { top } = button.getBoundingClientRect();
  const header = button.closest('[role=treegrid]')?.querySelector('.pg-header');
  const highest = (header?.getBoundingClientRect().bottom ?? 0) + PREVIEW_GAP;
  const lowest = window.innerHeight - PREVIEW_HEIGHT - PREVIEW_GAP;
  return Math.max(highest, Math.min(top - 40, lowest)) - top;
}

/** The picture, larger while the pointer is over it. */
export function ImageCell({ line, context }: LineCellProps): ReactNode {
  const [over, setOver] = useState<number | null>(null);
  const { address, onMissing } = usePictureAddress(line);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.opener}
      aria-label={`Voir ${lineTitle(line)}`}
      onPointerEnter={(event) => setOver(previewTop(event.currentTarget))}
      onPointerLeave={() => setOver(null)}
      onClick={() => context.actions.openProduct(line)}
    >
      <ProductImage line={line} size={context.compact ? 'small' : 'large'} />
      {over !== null && address ? (
        <img
          key={address}
          className={styles.preview}
          style={{ top: over }}
          src={address}
          alt=""
          onError={onMissing}
        />
      ) : null}
    </button>
  );
}
