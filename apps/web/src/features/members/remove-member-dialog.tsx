import type { Member } from '@palier/contract';
import { french } from '../../lib/french.ts';
import { notifySuccess } from '../../lib/notifications.ts';
import { useSeen } from '../../lib/seen/use-seen.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useRemoveMember } from './api.ts';

/** Asks before somebody is taken out of the organisation. */
export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useRemoveMember();
  const seen = useSeen(member);
  const done = () => {
    notifySuccess(french(`${member.name} n’est plus membre.`));
    onClose();
  };
  return (
    <Dialog
      title={`Retirer ${member.name}`}
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            tone="danger"
            disabled={remove.isPending}
            onClick={() => {
              const { user_id: id, name, role, perimeter } = member;
              remove.mutate(
                { id, seen: seen.of({ name, role, perimeter }) },
                { onError: seen.removalRefused, onSuccess: done },
              );
            }}
          >
            {seen.clash ? 'Retirer quand même' : `Retirer ${member.name}`}
          </Button>
        </>
      }
    >
      {seen.clash && <AlertBox>{french(seen.clash.message)}</AlertBox>}
      <p>
        Son accès prend fin dans les secondes qui suivent. Ce qui a été fait sous ce nom reste au journal, et
        ses vues personnelles sont gardées.
      </p>
    </Dialog>
  );
}
