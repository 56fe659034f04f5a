import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { AuthProvider } from '../features/auth/auth-provider.tsx';
import { createQueryClient } from '../lib/api/query-client.ts';
import { recordNotices } from '../lib/notice-history.ts';
import { ProgressOverlay } from '../ui/progress-overlay.tsx';

import { Toasts } from '../ui/toasts.tsx';
import { createRouter } from './router.tsx';

/** The whole application: session, server state, screens, messages and progress. */
export function Application() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createRouter);
  useEffect(() => recordNotices(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <RouterProvider router={router} />
      </AuthProvider>
      <ProgressOverlay />
      <Toasts />
    </QueryClientProvider>
  );
}
