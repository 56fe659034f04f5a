import { Navigate } from 'react-router';
import { RulesPage } from '../../features/rules/components/rules-page.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpenProject } from '../collection-layout.tsx';

/** The rules of a project. */
export function Component() {
  const project = useOpenProject();
  if (!project) return <Navigate to={paths.notFound()} replace />;
  return <RulesPage key={project._id} project={project} />;
}
