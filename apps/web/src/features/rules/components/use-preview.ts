import type { FieldDescription, RulePreview } from '@palier/contract';
import { queryFaultSentences, ruleFaultMessage, ruleFaults } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { ApiError, errorMessage } from '../../../lib/api/errors.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { previewRule } from '../api/rules.ts';
import type { RuleDraft } from '../model/draft.ts';

interface Checked {
  preview: RulePreview | undefined;
  /** The query means nothing: « Requête non valide », and no product. */
  isInvalid: boolean;
  /** What is wrong, in sentences that name the field or the discount. */
  faults: string[];
}

/** What a draft would do, asked once it rests; what is wrong with it is said at once, as the server would. */
export function usePreview(
  projectId: string,
  draft: RuleDraft,
  { fields, levels }: { fields: readonly FieldDescription[]; levels: readonly number[] },
): Checked {
  const context = { findField: (id: string) => fields.find((field) => field.id === id), levels };
  const codes = ruleFaults(draft, context);
  const wrongQuery = codes.includes('invalid_query');
  const wrongDiscount = codes.some((code) => code !== 'invalid_query');
  const settled = useSettled(draft);
  // A discount that may not be kept does not hide the products: they are counted without it.
  const { discount_spec_map, discount_spec_by, ...rest } = settled;
  const body = wrongDiscount
    ? { ...rest, discount_spec_map: null, discount_spec_by: null, discount_spec_map_type: null }
    : { ...rest, discount_spec_map, discount_spec_by };
  const asked = useQuery({ ...previewRule(projectId, body), enabled: !wrongQuery });
  const refused = asked.error instanceof ApiError && asked.error.code === 'invalid_query';
  const fieldLabel = (id: string) => context.findField(id)?.label ?? id;
  const said =
    draft.query && wrongQuery
      ? queryFaultSentences(draft.query, { ...context, rulebook: true, fieldLabel })
      : [];
  const faults = [
    ...said,
    ...codes.filter((code) => code !== 'invalid_query').map((code) => ruleFaultMessage(code, draft, context)),
    ...(asked.error && !refused && !wrongQuery ? [errorMessage(asked.error)] : []),
  ];
  const isInvalid = wrongQuery || refused;
  return { preview: isInvalid || asked.isError ? undefined : asked.data, isInvalid, faults };
}
