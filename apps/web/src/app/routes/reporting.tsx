import { collectionName } from '@palier/domain';
import { ReportingPage } from '../../features/reporting/components/reporting-page.tsx';
import { useOpenCollection } from '../collection-layout.tsx';

/** The comparison of series of a project, a group or an operation. */
export function Component() {
  const { collection, active } = useOpenCollection();
  const name = collectionName(active);
  return (
    <ReportingPage
      key={`${collection.type} ${collection.id}`}
      {...{ name, collection }}
      projects={active.projects}
    />
  );
}
