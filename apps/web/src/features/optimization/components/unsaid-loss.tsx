import { errorMessage } from '../../../lib/api/errors.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import type { useSending } from './use-sending.ts';

/** What a sending would lose could not be read: nothing is sent until it is, and this asks again. */
export function UnsaidLoss({ preview }: Pick<ReturnType<typeof useSending>, 'preview'>) {
  if (!preview.isError) return null;
  return (
    <AlertBox
      actions={
        <Button small icon="refresh" disabled={preview.isFetching} onClick={() => void preview.refetch()}>
          Réessayer
        </Button>
      }
    >
      {`Ce que l’envoi ferait perdre n’a pas pu être lu. ${errorMessage(preview.error)}`}
    </AlertBox>
  );
}
