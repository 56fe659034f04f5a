import { Navigate } from 'react-router';
import { TimelinePage } from '../../features/timeline/timeline-page.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpenCollection } from '../collection-layout.tsx';

/** The calendar of an operation; other collections have none. */
export function Component() {
  const { collection, active } = useOpenCollection();
  if (collection.type !== 'operation') return <Navigate to={paths.notFound()} replace />;
  return <TimelinePage operation={active.operation} projects={active.projects} />;
}
