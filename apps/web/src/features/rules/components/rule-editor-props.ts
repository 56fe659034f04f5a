import type { FieldDescription, Project, Rule, Rulebook } from '@palier/contract';
import type { SummaryContext } from '@palier/domain';
import type { Clash } from '../../../lib/seen/clash.ts';
import type { RuleDraft } from '../model/draft.ts';

/** The rule that is open, and what may be done with it: its head shows a part, the editor the rest. */
export interface RuleEditorProps {
  project: Project;
  rulebook: Rulebook;
  /** The rule as it is kept; none for a new one. */
  rule: Rule | undefined;
  draft: RuleDraft;
  /** Fields that this rule may use. */
  fields: readonly FieldDescription[];
  levels: readonly number[];
  context: SummaryContext;
  readOnly: string | null;
  busy: boolean;
  /** Somebody has changed it since the draft began. */
  clash: Clash | null;
  onChange: (draft: RuleDraft) => void;
  onSave: () => void;
  onAbandon: () => void;
  onDelete: () => void;
  onDuplicate: () => void;
  onClose: () => void;
}
