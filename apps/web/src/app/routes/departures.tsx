import { Navigate } from 'react-router';
import { DeparturesPage } from '../../features/departures/departures-page.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpenProject } from '../collection-layout.tsx';

/** The decided products that left a project. */
export function Component() {
  const project = useOpenProject();
  if (!project) return <Navigate to={paths.notFound()} replace />;
  return <DeparturesPage key={project._id} project={project} />;
}
