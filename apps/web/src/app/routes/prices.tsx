import { Navigate } from 'react-router';
import { PricesPage } from '../../features/prices/components/prices-page.tsx';
import { paths } from '../../lib/paths.ts';
import { useOpenProject } from '../collection-layout.tsx';

/** The prices of a project's phases, and the files made of them. */
export function Component() {
  const project = useOpenProject();
  if (!project) return <Navigate to={paths.notFound()} replace />;
  return <PricesPage key={project._id} project={project} />;
}
