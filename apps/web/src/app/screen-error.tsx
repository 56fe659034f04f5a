import { useRouteError } from 'react-router';
import { french } from '../lib/french.ts';
import { Page } from '../ui/page.tsx';
import { ErrorState } from '../ui/states.tsx';

/** Shown in place of a screen whose code failed; the rest of the application stays. */
export function ScreenError() {
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
