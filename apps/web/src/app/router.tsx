import { createBrowserRouter, Navigate, type RouteObject, useRouteError } from 'react-router';
import { RequireAuth } from '../features/auth/require-auth.tsx';
import { french } from '../lib/french.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';
import { CollectionLayout } from './collection-layout.tsx';
import { RootLayout } from './root-layout.tsx';
import styles from './shell/app-bar.module.css';
import { AppShell } from './shell/app-shell.tsx';

/** Shown until the code of the first screen is there: the bar's place, so that nothing jumps. */
function FirstWait() {
  return <div className={styles.appBar} aria-hidden="true" />;
}

/** Shown in place of a screen whose code failed; the rest of the application stays. */
function ScreenError() {
  const error = useRouteError();
  console.error(error);
  return (
    <Page>
      <ErrorState title="Cet écran n’a pas pu être affiché" onRetry={() => window.location.reload()}>
        {french(
          'Vos données enregistrées sont intactes. Rechargez la page ; si cela recommence, prévenez votre administrateur.',
        )}
      </ErrorState>
    </Page>
  );
}

/** Pages of a collection. Which kinds of collection a page allows is said by OnlyFor in its route file. */
const collectionPages: RouteObject[] = [
  { index: true, lazy: () => import('./routes/overview.tsx') },
  { path: 'timeline', lazy: () => import('./routes/timeline.tsx') },
  { path: 'reporting/:urlViewParams?', lazy: () => import('./routes/reporting.tsx') },
  { path: 'results', lazy: () => import('./routes/results.tsx') },
  { path: 'optimization', lazy: () => import('./routes/optimization.tsx') },
  { path: 'optimization/simple', lazy: () => import('./routes/simple-optimization.tsx') },
  { path: 'dashboard', lazy: () => import('./routes/listing.tsx') },
  { path: 'listing', lazy: () => import('./routes/listing.tsx') },
  { path: 'rules', lazy: () => import('./routes/rules.tsx') },
  { path: 'prices', lazy: () => import('./routes/prices.tsx') },
  { path: 'departures', lazy: () => import('./routes/departures.tsx') },
];

/** Pages that need a signed-in user. */
const signedInPages: RouteObject[] = [
  { index: true, element: <Navigate to="/operations" replace /> },
  { path: 'operations', lazy: () => import('./routes/operations.tsx') },
  { path: 'import/:importId?', lazy: () => import('./routes/import.tsx') },
  { path: 'groups', lazy: () => import('./routes/groups.tsx') },
  { path: 'settings', lazy: () => import('./routes/settings.tsx') },
  { path: 'members', lazy: () => import('./routes/members.tsx') },
  { path: 'profile', lazy: () => import('./routes/profile.tsx') },
  { path: ':collectionType/:collectionId', element: <CollectionLayout />, children: collectionPages },
];

/** Every address of the application; each screen is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    HydrateFallback: FirstWait,
    errorElement: <ScreenError />,
    children: [
      { path: 'auth-info', lazy: () => import('./routes/auth-info.tsx') },
      { path: '404', lazy: () => import('./routes/not-found.tsx') },
      {
        element: (
          <RequireAuth>
            <AppShell />
          </RequireAuth>
        ),
        children: [{ errorElement: <ScreenError />, children: signedInPages }],
      },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
];

/** Router in history mode. */
export function createRouter() {
  return createBrowserRouter(routes);
}
