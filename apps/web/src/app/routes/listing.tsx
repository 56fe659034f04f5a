import { lazy, Suspense } from 'react';
import { Navigate } from 'react-router';
import { useNewListing } from '../../lib/new-listing.ts';
import { paths } from '../../lib/paths.ts';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabsTools } from '../../ui/tabs-tools.tsx';
import { useOpenProject } from '../collection-layout.tsx';

const ListingPage = lazy(async () => ({
  default: (await import('../../features/listing/index.tsx')).ListingPage,
}));
const DashboardPage = lazy(async () => ({
  default: (await import('../../features/dashboard/dashboard-page.tsx')).DashboardPage,
}));

const ValidationDialog = lazy(async () => ({
  default: (await import('../../features/validation/validation-dialog.tsx')).ValidationDialog,
}));

/** The discounts of a project: the listing, or the older dashboard when the user prefers it. */
export function Component() {
  const project = useOpenProject();
  const [newListing, setNewListing] = useNewListing();
  if (!project) return <Navigate to={paths.notFound()} replace />;
  return (
    <>
      <title>{`${project.shortName}, ${newListing ? 'listing' : 'tableau de bord'} · Palier`}</title>
      <TabsTools>
        <Segmented
          label="Écran de la démarque"
          small
          value={newListing ? 'listing' : 'dashboard'}
          onChange={(value) => setNewListing(value === 'listing')}
          options={[
            { value: 'listing', label: 'Listing' },
            { value: 'dashboard', label: 'Tableau' },
          ]}
        />
      </TabsTools>
      <Suspense fallback={<Page aria-busy="true" />}>
        {newListing ? (
          <ListingPage
            key={project._id}
            projectId={project._id}
            validation={(props) => <ValidationDialog {...props} />}
          />
        ) : (
          <DashboardPage key={project._id} project={project} />
        )}
      </Suspense>
    </>
  );
}
