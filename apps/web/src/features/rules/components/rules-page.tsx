import type { Project } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getSettings } from '../../../lib/calls/get-settings.ts';
import { listFields } from '../../../lib/calls/list-fields.ts';
import { fr } from '../../../lib/fr.ts';
import { Skeleton } from '../../../ui/marks.tsx';
import { Page } from '../../../ui/page.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { getRulebook } from '../api/rules.ts';
import { RulebookScreen } from './rulebook-screen.tsx';

/** The rules of a project. */
export function RulesPage({ project }: { project: Project }) {
  const rulebook = useQuery(getRulebook(project._id));
  const fields = useQuery(listFields(project._id));
  const settings = useQuery(getSettings());
  const failed = [rulebook, fields, settings].find(({ isError, data }) => isError && data === undefined);
  if (failed)
    return (
      <Page>
        <ErrorState title={fr.errors.load} onRetry={() => void failed.refetch()}>
          {errorMessage(failed.error)}
        </ErrorState>
      </Page>
    );
  if (!rulebook.data || !fields.data || !settings.data)
    return (
      <Page aria-busy="true" stacked>
        <Skeleton width={240} height={24} />
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} height={72} />
        ))}
      </Page>
    );
  const data = { project, rulebook: rulebook.data, fields: fields.data, settings: settings.data };
  return <RulebookScreen {...data} />;
}
