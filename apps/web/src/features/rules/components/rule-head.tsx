import { useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FieldBox } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import styles from './rule-editor.module.css';
import type { RuleEditorProps } from './rule-editor-props.ts';

const STATE_NAMES = { new: 'brouillon', edited: 'modifiée', processed: 'traitée' } as const;

/** The rule's place, name and state, and what may be done with it. */
export function RuleHead(props: RuleEditorProps & { unsaved: boolean }) {
  const { project, rulebook, rule, draft, context, readOnly, onChange, unsaved } = props;
  const [history, setHistory] = useState(false);
  const place = (rule?.position ?? rulebook.data.length) + 1;
  return (
    <header className={styles.head}>
      <span className={styles.place}>{place}</span>
      <FieldBox small className={styles.name}>
        <input
          aria-label="Nom de la règle"
          value={draft.name}
          disabled={readOnly !== null}
          maxLength={200}
          onChange={(event) => onChange({ ...draft, name: event.target.value })}
        />
      </FieldBox>
      {rule ? <Tag>{STATE_NAMES[rule.state]}</Tag> : null}
      {unsaved ? <Tag tone="computed">non enregistrée</Tag> : null}
      <span className="spacer" />
      <Switch
        label="Règle appliquée"
        checked={draft.active}
        disabled={readOnly !== null}
        title={draft.active ? 'Désactiver la règle' : 'Activer la règle'}
        onChange={(active) => onChange({ ...draft, active })}
      />
      {rule ? (
        <IconButton small icon="clock" label="Historique de la règle" onClick={() => setHistory(true)} />
      ) : null}
      <Button small disabled={readOnly !== null} title={readOnly ?? undefined} onClick={props.onDuplicate}>
        Dupliquer
      </Button>
      <Button small disabled={readOnly !== null} title={readOnly ?? undefined} onClick={props.onDelete}>
        Supprimer
      </Button>
      <IconButton small tone="quiet" icon="close" label="Fermer la règle" onClick={props.onClose} />
      {history && rule ? (
        <HistoryDialog
          projectId={project._id}
          rule={rule}
          context={context}
          readOnly={readOnly}
          onTake={(version) => onChange({ ...version, _id: rule._id })}
          onClose={() => setHistory(false)}
        />
      ) : null}
    </header>
  );
}
