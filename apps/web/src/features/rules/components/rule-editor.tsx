import type { FieldDescription, Project } from '@palier/contract';
import { itemCountMessage, pruneQuery, type QueryTree } from '@palier/domain';
import { useMemo, useState } from 'react';
import type { RuleGroupType } from 'react-querybuilder';
import { FilterBuilder } from '../../../lib/filter/filter-builder.tsx';
import { FIRST_CONDITION, toBuilder, toQueryTree } from '../../../lib/filter/filter-tree.ts';
import { countOf, french } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { ClashNotice, REPLACE } from '../../../lib/seen/clash-notice.tsx';
import { Button } from '../../../ui/button.tsx';
import { isSameValue, isUnsaved, type RuleDraft } from '../model/draft.ts';
import { DiscountSection } from './discount-section.tsx';
import { EffectStrip } from './effect-strip.tsx';
import { PreviewTable } from './preview-table.tsx';
import styles from './rule-editor.module.css';
import type { RuleEditorProps } from './rule-editor-props.ts';
import { RuleHead } from './rule-head.tsx';
import { RuleSentence } from './rule-sentence.tsx';
import { usePreview } from './use-preview.ts';

/** The products of a rule, what it asks of them, and what that would change: counted at once, written when applied. */
export function RuleEditor(props: RuleEditorProps) {
  const { project, rulebook, rule, draft, fields, levels, context, readOnly, busy, onChange } = props;
  const check = usePreview(project._id, draft, { fields, levels });
  const { preview, faults } = check;
  const unsaved = isUnsaved(draft, rule);
  const message = itemCountMessage(check.isInvalid ? 'invalid' : preview?.item_group_count);
  const currencies = { catalog: project.catalog_currency, accounting: project.accounting_currency };
  return (
    <section className={styles.editor} aria-label={`Règle ${draft.name}`} data-part="rule-editor">
      <RuleHead {...props} unsaved={unsaved} />
      <div className={styles.body}>
        <fieldset className={styles.fields} disabled={readOnly !== null}>
          <section className={styles.section} aria-label="Produits concernés">
            <h3>
              Produits concernés{' '}
              <span className={message ? 'attention' : 'muted'} role="status">
                {message ?? (preview ? countOf(preview.item_group_count, 'produit') : 'Calcul…')}
              </span>
            </h3>
            <div className={styles.products}>
              <Conditions key={draft._id} {...{ project, fields, draft, onChange }} />
              <div className={styles.reads}>
                <span className="small muted">Se lit ainsi</span>
                <p>
                  <RuleSentence rule={draft} context={context} />
                </p>
              </div>
            </div>
            {faults.map((fault) => (
              <p key={fault} className="negative" role="alert">
                {french(fault)}
              </p>
            ))}
          </section>
          <DiscountSection project={project._id} {...{ draft, fields, levels, onChange }} />
        </fieldset>
        {draft.active ? null : (
          <p className={styles.inactive}>
            Règle désactivée : voici ses produits tels qu’ils seraient sans elle, une fois les règles
            traitées.
          </p>
        )}
        <EffectStrip
          preview={check.isInvalid ? undefined : preview}
          currencies={currencies}
          until={horizonText(project, 'end')}
        />
        <PreviewTable
          preview={check.isInvalid ? undefined : preview}
          rules={rulebook.data}
          ruleId={draft._id}
          project={project}
        />
      </div>
      <ClashNotice clash={props.clash} onTake={props.onAbandon} onRemove={props.onDelete} />
      <footer className={styles.foot}>
        <span className="small muted">
          {readOnly ?? 'Compté à l’instant, rien n’est écrit avant le traitement.'}
        </span>
        <span className="spacer" />
        <Button disabled={!unsaved || busy} onClick={props.onAbandon}>
          Abandonner
        </Button>
        <Button
          tone="dark"
          disabled={readOnly !== null || !unsaved || busy || check.isInvalid || faults.length > 0}
          title={readOnly ?? undefined}
          onClick={props.onSave}
        >
          {busy ? 'Enregistrement…' : props.clash ? REPLACE : 'Enregistrer le brouillon'}
        </Button>
      </footer>
    </section>
  );
}

interface ConditionsProps {
  project: Project;
  fields: readonly FieldDescription[];
  draft: RuleDraft;
  onChange: (draft: RuleDraft) => void;
}

/** The listing's own builder. Conditions still to fill stay here; the draft has what says something. */
function Conditions({ project, fields, draft, onChange }: ConditionsProps) {
  const [written, setWritten] = useState<{ group: RuleGroupType; tree: QueryTree | null }>(() => ({
    group: toBuilder(draft.query ?? FIRST_CONDITION),
    tree: draft.query,
  }));
  // The query was changed elsewhere (a version taken back, products excluded): it is shown.
  const group = useMemo(
    () => (written.tree === draft.query ? written.group : toBuilder(draft.query ?? FIRST_CONDITION)),
    [written, draft.query],
  );
  const change = (next: RuleGroupType): void => {
    const tree = pruneQuery(toQueryTree(next, fields));
    const query = isSameValue(tree, draft.query) ? draft.query : tree;
    setWritten({ group: next, tree: query });
    if (query !== draft.query) onChange({ ...draft, query });
  };
  return <FilterBuilder project={project._id} fields={fields} value={group} onChange={change} />;
}
