import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** Failures that another try may mend: no answer, or a server in trouble. */
function mayRecover(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'timeout') return false; // it would only take as long again
  return error.status === 0 || error.status === 502 || error.status === 503;
}

/** The cache of everything that comes from the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && mayRecover(error),
      },
      mutations: { retry: false },
    },
  });
}
