import { ruleSentence, type SummaryContext } from '@palier/domain';
import { Fragment } from 'react';
import { french } from '../../../lib/french.ts';
import type { RuleDraft } from '../model/draft.ts';

type Said = Pick<RuleDraft, 'query' | 'discount_spec_by' | 'discount_spec_map' | 'discount_spec_map_type'>;

/** A rule as a French sentence, names and values standing out. */
export function RuleSentence({ rule, context }: { rule: Said; context: SummaryContext }) {
  const parts = ruleSentence(rule, context);
  return parts.map(({ text, strong }, index) => {
    const key = `${index} ${text}`;
    return strong ? <b key={key}>{french(text)}</b> : <Fragment key={key}>{french(text)}</Fragment>;
  });
}
