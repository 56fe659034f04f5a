import { collectionName } from '@palier/domain';
import { ResultsPage } from '../../features/results/components/results-page.tsx';
import { useOpenCollection } from '../collection-layout.tsx';

/** The post-mortem of a project, a group or an operation. */
export function Component() {
  const { active } = useOpenCollection();
  const name = collectionName(active);
  return <ResultsPage name={name} projects={active.projects} />;
}
