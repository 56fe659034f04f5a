import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '../lib/api/query-client.ts';
import { ProgressOverlay } from '../ui/progress-overlay.tsx';
import { theme } from '../ui/theme.ts';
import { Toasts } from '../ui/toasts.tsx';
import { createRouter } from './router.tsx';

/** The whole application: theme, server state, screens, messages and progress. */
export function Application() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createRouter);
  return (
    <ThemeProvider theme={theme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ProgressOverlay />
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
