import { useState } from 'react';
import { useNavigate } from 'react-router';
import { errorMessage } from '../../../lib/api/errors.ts';
import { french, plural } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { useOutside } from '../../../lib/session/perimeter.ts';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { cardClass } from '../../../ui/card.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { ProgressBar } from '../../../ui/marks.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageFoot } from '../../../ui/page-foot.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useInspectFiles, useStartCheck } from '../api/imports.ts';
import {
  blockingReason,
  choiceOf,
  type FileChoice,
  filesHolding,
  headingsMapping,
  type Inspection,
  mappingOf,
  type Settings,
  usualSettings,
} from '../model/columns.ts';
import { ControlsCard } from './controls-card.tsx';
import { FileMapping } from './file-mapping.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportOptions } from './import-options.tsx';
import styles from './import-page.module.css';
import { ImportResult } from './import-result.tsx';
import { ImportSteps } from './import-steps.tsx';
import { VersionsCard } from './versions-card.tsx';

/** Files that were read, and what the user decided of them. */
interface Draft {
  files: File[];
  inspected: Inspection[];
  choices: FileChoice[];
  /** The lines chosen for the headings of files. */
  heading_rows: Readonly<Record<string, number>>;
  settings: Settings;
  mode: 'incremental' | 'full';
  /** Text of a mapping.json given with the files: used as it is. */
  mapping: string | null;
}

/** Brings the retailer's files in: choose, check the columns, follow, read the report. */
export function ImportPage({ importId }: { importId: string | null }) {
  const outside = useOutside('organization');
  if (outside !== null)
    return (
      <Page className={styles.page}>
        <title>Import de données · Palier</title>
        <EmptyState icon="lock" title="Les données sont celles de toute l’organisation">
          {french(outside)}
        </EmptyState>
      </Page>
    );
  if (importId) return <ImportResult importId={importId} />;
  return <NewImport />;
}

function NewImport() {
  const [draft, setDraft] = useState<Draft | null>(null);
  return (
    <Page className={styles.page}>
      <title>Import de données · Palier</title>
      <PageHead className={styles.head}>
        <h1>Importer des données</h1>
        <span className="muted">
          produits, ventes, stocks, prix, commandes, prévisions, lieux, totaux de caisse
        </span>
        <span className="spacer" />
        {draft ? (
          <Button onClick={() => setDraft(null)}>Changer de fichiers</Button>
        ) : (
          <LinkButton icon="sliders" to={paths.settings()}>
            Paramètres
          </LinkButton>
        )}
      </PageHead>
      <ImportSteps step={draft ? 1 : 0} />
      {draft ? (
        <CheckColumns draft={draft} onChange={setDraft} onBack={() => setDraft(null)} />
      ) : (
        <ChooseFiles onRead={setDraft} />
      )}
    </Page>
  );
}

/** The files, and a mapping.json that may come with them. */
async function splitMapping(given: readonly File[]): Promise<{ files: File[]; mapping: string | null }> {
  const json = given.find((file) => file.name.endsWith('.json'));
  return { files: given.filter((file) => file !== json), mapping: json ? await json.text() : null };
}

function ChooseFiles({ onRead }: { onRead: (draft: Draft) => void }) {
  const inspect = useInspectFiles();
  const lack = useOrganizationLack('canImport');
  const choose = async (given: readonly File[]) => {
    const { files, mapping } = await splitMapping(given);
    const onSuccess = ({ data }: { data: Inspection[] }) =>
      onRead({
        files,
        mapping,
        inspected: data,
        choices: data.map(choiceOf),
        heading_rows: {},
        settings: usualSettings,
        mode: 'incremental',
      });
    inspect.mutate({ files, mapping }, { onSuccess });
  };
  return (
    <>
      <FileDrop
        title="Déposez vos fichiers ici"
        note="CSV, XLSX, Parquet, ZIP ou GZIP, titres en français, anglais, allemand, espagnol, italien, néerlandais ou portugais. Les colonnes que vous désignez sont retenues pour la prochaine fois."
        accept=".csv,.tsv,.txt,.xlsx,.parquet,.zip,.json,.gz"
        buttonLabel="Choisir des fichiers"
        disabled={inspect.isPending || lack !== null}
        refusal={lack}
        onFiles={(files) => void choose(files)}
      />
      {inspect.isPending && (
        <div className={cardClass(styles.wait)} role="status">
          <p>Lecture des titres et des premières lignes…</p>
          <ProgressBar share={null} label="Lecture des fichiers" />
        </div>
      )}
      {inspect.isError && (
        <ErrorState title="Ces fichiers n’ont pas pu être lus">{errorMessage(inspect.error)}</ErrorState>
      )}
      <VersionsCard />
      <ControlsCard />
      <ImportHistory />
    </>
  );
}

interface CheckColumnsProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onBack: () => void;
}

function CheckColumns({ draft, onChange, onBack }: CheckColumnsProps) {
  const changeFile = (at: number, choice: FileChoice) =>
    onChange({ ...draft, choices: draft.choices.map((other, index) => (index === at ? choice : other)) });
  const inspect = useInspectFiles();
  const readUnder = (name: string, line: number) => {
    const heading_rows = { ...draft.heading_rows, [name]: line };
    const onSuccess = ({ data }: { data: Inspection[] }) => onChange(withFileAgain(draft, name, data, line));
    inspect.mutate(
      { files: filesHolding(draft.files, name), mapping: headingsMapping(heading_rows) },
      { onSuccess },
    );
  };
  return (
    <>
      <ImportOptions
        settings={draft.settings}
        mode={draft.mode}
        onSettings={(settings) => onChange({ ...draft, settings })}
        onMode={(mode) => onChange({ ...draft, mode })}
      />
      {draft.inspected.map((file, index) => (
        <FileMapping
          key={file.name}
          file={file}
          fixed={draft.mapping !== null}
          choice={draft.choices[index] ?? choiceOf(file)}
          onChange={(choice) => changeFile(index, choice)}
          onHeadingRow={(line) => readUnder(file.name, line)}
        />
      ))}
      <LaunchBar draft={draft} onBack={onBack} />
    </>
  );
}

/** The draft with one of its files read again under other headings. */
function withFileAgain(draft: Draft, name: string, inspected: readonly Inspection[], line: number): Draft {
  const again = inspected.find((file) => file.name === name);
  if (!again) return draft;
  const at = draft.inspected.findIndex((file) => file.name === name);
  return {
    ...draft,
    inspected: draft.inspected.with(at, again),
    choices: draft.choices.with(at, choiceOf(again)),
    heading_rows: { ...draft.heading_rows, [name]: line },
  };
}

function LaunchBar({ draft, onBack }: { draft: Draft; onBack: () => void }) {
  const start = useStartCheck();
  const navigate = useNavigate();
  const reason = draft.mapping === null ? blockingReason(draft.choices, draft.settings) : null;
  // All of them: the check says of those left aside that they are.
  const { files } = draft;
  const launch = () =>
    start.mutate(
      {
        files,
        mode: draft.mode,
        mapping: draft.mapping ?? mappingOf(draft.choices, draft.inspected, draft),
      },
      { onSuccess: (started) => navigate(paths.import(started._id)) },
    );
  return (
    <PageFoot>
      <span className={reason ? 'attention' : 'muted'}>
        {reason ?? 'Contrôler lit tout et ne change rien : vous déciderez ensuite.'}
      </span>
      <span className="spacer" />
      <Button onClick={onBack}>Retour</Button>
      <Button tone="primary" disabled={start.isPending || reason !== null} onClick={launch}>
        {start.isPending
          ? 'Envoi…'
          : `Contrôler ${plural(files.length, 'le fichier', `${files.length} fichiers`)}`}
      </Button>
    </PageFoot>
  );
}
