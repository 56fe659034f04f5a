import type { Settings } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { getSettings } from '../../lib/calls/get-settings.ts';
import { ErrorState } from '../../ui/states.tsx';

/** What needs the settings of the screens, once they are there; `failure` names what could not be loaded. */
export function WithSettings({
  failure,
  children,
}: {
  failure: string;
  children: (settings: Settings) => ReactNode;
}) {
  const { data, isError, error, refetch } = useQuery(getSettings());
  if (isError)
    return (
      <ErrorState title={failure} onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  return data ? children(data) : null;
}
