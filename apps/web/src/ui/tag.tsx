import type { ReactNode } from 'react';

export type TagTone = 'neutral' | 'good' | 'attention' | 'computed' | 'warning' | 'negative' | 'dark';

const toneClass: Record<TagTone, string> = {
  neutral: '',
  good: ' good',
  attention: ' attention',
  computed: ' computed',
  warning: ' warning',
  negative: ' negative',
  dark: ' dark',
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
  return <span className={`badge${toneClass[tone]}${large ? ' large' : ''}`}>{children}</span>;
}
