import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type TagTone = 'neutral' | 'good' | 'attention' | 'computed' | 'warning' | 'negative' | 'dark';

const toneClass: Record<TagTone, string> = {
  neutral: '',
  good: ' good',
  attention: ' att',
  computed: ' comp',
  warning: ' warn',
  negative: ' neg',
  dark: ' dk',
};

/** A short word on a tint: a state, a kind, a mark of a product. */
export function Tag({
  tone = 'neutral',
  large,
  children,
}: {
  tone?: TagTone;
  large?: boolean;
  children: ReactNode;
}) {
  return <span className={`tag${toneClass[tone]}${large ? ' l' : ''}`}>{children}</span>;
}

/** A chosen value that can be taken away. */
export function Chip({
  children,
  onRemove,
  removeLabel,
}: {
  children: ReactNode;
  onRemove?: () => void;
  removeLabel?: string;
}) {
  return (
    <span className="chip">
      {children}
      {onRemove && (
        <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
