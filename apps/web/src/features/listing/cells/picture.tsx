import { type ReactNode, useEffect, useState } from 'react';
import type { Line } from '../rows/row.ts';
import type { LineCellProps } from './context.ts';
import { lineTitle } from './product.tsx';

/** How long a row stays in sight before its picture is asked for, ms: rows that scroll past ask for nothing. */
const REST = 120;

/** Pictures already received: shown at once when their row comes back. */
const received = new Set<string>();
/** Addresses that gave no picture: the letter stands in their place, and they are not asked again. */
const missing = new Set<string>();

/** The address of a line's picture while it is worth asking for, and what to call when it gives none. */
function usePictureAddress(line: Line): { address: string | null; onMissing: () => void } {
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

/** The product's picture; a plain tile until the row rests, with its first letter when it has no picture. */
export function ProductImage({ line, size }: { line: Line; size: 'small' | 'large' }): ReactNode {
  const className = `ls-picture ls-picture-${size}`;
  const { address, onMissing } = usePictureAddress(line);
  const url = useRestedPicture(address);
  if (url) {
    return (
      // Keyed: the elements of a row serve other products as they scroll, a picture must not outlive its own.
      <img
        key={url}
        className={className}
        src={url}
        alt=""
        decoding="async"
        draggable={false}
        onLoad={() => received.add(url)}
        onError={onMissing}
      />
    );
  }
  if (address) return <span className={className} aria-hidden="true" />;
  return (
    <span
      className={className}
      style={{ background: `hsl(${hue(line.item_group_id)} 24% 90%)` }}
      aria-hidden="true"
    >
      {lineTitle(line).slice(0, 1).toLocaleUpperCase('fr-FR')}
    </span>
  );
}

const PREVIEW_HEIGHT = 280;
const PREVIEW_GAP = 8;

/** Where the preview begins, px from its button's top: near it, under the headers and above the foot of the window. */
function previewTop(button: HTMLElement): number {
  const { top } = button.getBoundingClientRect();
  const header = button.closest('.pg')?.querySelector('.pg-header');
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
      className="ls-image-button"
      aria-label={`Voir ${lineTitle(line)}`}
      onPointerEnter={(event) => setOver(previewTop(event.currentTarget))}
      onPointerLeave={() => setOver(null)}
      onClick={() => context.actions.openProduct(line)}
    >
      <ProductImage line={line} size={context.compact ? 'small' : 'large'} />
      {over !== null && address ? (
        <img
          key={address}
          className="ls-preview"
          style={{ top: over }}
          src={address}
          alt=""
          onError={onMissing}
        />
      ) : null}
    </button>
  );
}
