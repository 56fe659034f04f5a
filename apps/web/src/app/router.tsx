import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { RootLayout } from './root-layout.tsx';
import { ScreenError } from './screen-error.tsx';

/** Every address of the application; each screen is loaded when it is first opened. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ScreenError />,
    children: [
      { index: true, element: <Navigate to="/operations" replace /> },
      { path: 'operations', lazy: () => import('./routes/operations.tsx') },
      { path: '404', lazy: () => import('./routes/not-found.tsx') },
      { path: '*', element: <Navigate to="/404" replace /> },
    ],
  },
];

/** Router in history mode. */
export function createRouter() {
  return createBrowserRouter(routes);
}
