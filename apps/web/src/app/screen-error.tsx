import { useRouteError } from 'react-router';
import { fr } from '../lib/fr.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';

/** Shown in place of a screen whose code failed; the rest of the application stays. */
export function ScreenError() {
  const error = useRouteError();
  console.error(error);
  return (
    <Page>
      <ErrorState title={fr.errors.screen} onRetry={() => window.location.reload()}>
        {fr.errors.screenHelp}
      </ErrorState>
    </Page>
  );
}
