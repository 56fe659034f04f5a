import { lazy, Suspense, useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { isListingWork } from '../../lib/listing-link.ts';
import { useNewListing } from '../../lib/new-listing.ts';
import { paths } from '../../lib/paths.ts';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabsTools } from '../../ui/tabs-tools.tsx';
import { useOpenProject } from '../collection-layout.tsx';

const ListingPage = lazy(async () => ({
  default: (await import('../../features/listing/screen/listing-page.tsx')).ListingPage,
}));
const DashboardPage = lazy(async () => ({
  default: (await import('../../features/listing/dashboard/dashboard-page.tsx')).DashboardPage,
}));

const ValidationDialog = lazy(async () => ({
  default: (await import('../../features/validation/validation-dialog.tsx')).ValidationDialog,
}));

/** The discounts of a project: the listing, or « Tableau » when the user prefers it. */
export function Component() {
  const project = useOpenProject();
  const [search, setSearch] = useSearchParams();
  const [preferred, setNewListing] = useNewListing();
  // A link to work is followed: the table has no mode, filter or panel to show it in.
  const works = isListingWork(search);
  const newListing = preferred || works;
  // It stays there when the filter that the link came with is taken away.
  useEffect(() => {
    if (works && !preferred) setNewListing(true);
  }, [works, preferred, setNewListing]);
  const choose = (listing: boolean): void => {
    setNewListing(listing);
    if (!listing && works) setSearch({}, { replace: true });
  };
  if (!project) return <Navigate to={paths.notFound()} replace />;
  return (
    <>
      <title>{`${project.shortName}, ${newListing ? 'listing' : 'tableau'} · Palier`}</title>
      <TabsTools>
        <Segmented
          label="Écran de la démarque"
          small
          value={newListing ? 'listing' : 'dashboard'}
          onChange={(value) => choose(value === 'listing')}
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
