import type { FieldDescription, Project, Rulebook, Settings } from '@palier/contract';
import { discountLevels, type SummaryContext } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getRuleSummary } from '../../../lib/calls/get-rule-summary.ts';
import { offeredFields } from '../../../lib/filter/filter-fields.ts';
import { countOf, french } from '../../../lib/french.ts';
import { useOutside } from '../../../lib/session/perimeter.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ConflictsCard } from './conflicts-card.tsx';
import { LockedRules } from './locked-rules.tsx';
import { ProcessBar } from './process-bar.tsx';
import { RuleEditor } from './rule-editor.tsx';
import list from './rule-list.module.css';
import { RuleList } from './rule-list.tsx';
import styles from './rules-page.module.css';
import { SetsDialog } from './sets-dialog.tsx';
import { useRulebook } from './use-rulebook.ts';

/** What the screen of the rules starts from. */
interface RulesData {
  project: Project;
  rulebook: Rulebook;
  fields: readonly FieldDescription[];
  settings: Settings;
}

/** Why the rules are not the user's to change: her role, or a perimeter that holds a part of the project. */
function useRefusal({ _id }: Project): string | null {
  const lack = useLack('canEditRules');
  const outside = useOutside('project', _id);
  const reason = lack ?? outside;
  return reason && french(reason);
}

/** Why the rules may not be changed; null when they may. */
function useReadOnly(project: Project, rulebook: Rulebook): string | null {
  const refusal = useRefusal(project);
  if (refusal !== null) return refusal;
  if (project.working_phase === null || project.working_phase === undefined)
    return french('La dernière démarque est validée : les règles ne changent plus rien.');
  if (rulebook.processing_rule_count > 0) return 'Les règles sont en cours de traitement.';
  return null;
}

/** The rules in order, the one that is open beside them, their conflicts, and their application. */
export function RulebookScreen({ project, rulebook, fields, settings }: RulesData) {
  const readOnly = useReadOnly(project, rulebook);
  const refusal = useRefusal(project);
  const [sets, setSets] = useState(false);
  const book = useRulebook(project._id, rulebook);
  const summary = useQuery({ ...getRuleSummary(project._id), enabled: rulebook.data.length > 0 });
  const context: SummaryContext = {
    fieldLabel: (id) => fields.find((field) => field.id === id)?.label ?? id,
    catalog_currency: project.catalog_currency,
    accounting_currency: project.accounting_currency,
  };
  const currency = project.accounting_currency;
  const { draft } = book;
  const query = draft?.query ?? null;
  const usable = useMemo(
    () =>
      offeredFields(
        fields.filter(({ in_rulebook }) => in_rulebook),
        settings.unavailableFields,
        query,
      ),
    [fields, settings, query],
  );
  const rules = rulebook.data;
  return (
    <Page className={styles.page} data-editing={draft ? '' : undefined}>
      <title>{`${project.shortName}, règles · Palier`}</title>
      <div className={styles.book}>
        <PageHead>
          <h1>Règles</h1>
          <span className="muted">
            {rules.length === 0
              ? ''
              : `${countOf(rules.length, 'règle')}, ${rules.length > 1 ? 'appliquées' : 'appliquée'} de haut en bas`}
          </span>
          <span className="spacer" />
          <Button icon="layers" onClick={() => setSets(true)}>
            Jeux de règles
          </Button>
          <Button icon="plus" disabled={readOnly !== null} title={readOnly ?? undefined} onClick={book.add}>
            Nouvelle règle
          </Button>
        </PageHead>
        {book.removed ? (
          <p className={list.undo} role="status">
            <span className="spacer">{french(`Règle « ${book.removed.name} » supprimée.`)}</span>
            <Button small icon="undo" disabled={book.busy} onClick={() => void book.undoDelete()}>
              Annuler
            </Button>
          </p>
        ) : null}
        <LockedRules project={project} folded={rules.length > 0} />
        {rules.length === 0 ? (
          <EmptyState
            icon="shield"
            title="Aucune règle dans ce projet"
            action={
              readOnly === null ? (
                <Button tone="primary" icon="plus" onClick={book.add}>
                  Écrire la première règle
                </Button>
              ) : undefined
            }
          >
            {readOnly ??
              french(
                'Une règle tient les démarques de certains produits : jamais plus de 20 % sur les permanents, au moins 40 % sur les fins de série. La plus haute l’emporte.',
              )}
          </EmptyState>
        ) : (
          <RuleList
            rules={rules}
            summary={summary.data}
            drafts={book.drafts}
            context={context}
            currency={currency}
            selected={book.selected}
            readOnly={readOnly}
            onOpen={book.open}
            onSwitch={book.setActive}
            onMove={book.move}
          />
        )}
        {book.added.map(({ _id, name }) => (
          <Button key={_id} icon="pencil" pressed={_id === book.selected} onClick={() => book.open(_id)}>
            {french(`${name} : non enregistrée`)}
          </Button>
        ))}
        {summary.isError ? <p className="negative">{errorMessage(summary.error)}</p> : null}
        <ConflictsCard
          conflicts={summary.data?.conflicts ?? []}
          rules={rules}
          currency={currency}
          readOnly={readOnly}
          onSwap={book.swap}
          onExclude={book.exclude}
        />
        <ProcessBar
          projectId={project._id}
          rulebook={rulebook}
          refusal={readOnly}
          busy={book.isAsking}
          onProcess={book.process}
        />
      </div>
      {draft ? (
        <RuleEditor
          key={draft._id}
          project={project}
          rulebook={rulebook}
          rule={book.rule}
          draft={draft}
          fields={usable}
          levels={discountLevels(project)}
          context={context}
          readOnly={readOnly}
          busy={book.busy}
          clash={book.clash}
          onChange={book.put}
          onSave={() => void book.save()}
          onAbandon={book.abandon}
          onDelete={() => void book.deleteRule()}
          onDuplicate={book.duplicate}
          onClose={() => book.open(null)}
        />
      ) : null}
      {sets ? (
        <SetsDialog
          rules={rules}
          readOnly={readOnly}
          refusal={refusal}
          onAdd={book.addSet}
          onClose={() => setSets(false)}
        />
      ) : null}
    </Page>
  );
}
