import { useQuery } from '@tanstack/react-query';
import { notifySuccess } from '../../../lib/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { listVersions, useRestoreVersion } from '../api/versions.ts';
import { versionBefore, versionDay } from '../model/check.ts';

/** Puts back what was in place before an import, in one click, as long as nothing else was published since. */
export function UndoImport({ importId }: { importId: string }) {
  const { data: versions } = useQuery(listVersions());
  const restore = useRestoreVersion();
  const before = versions && versionBefore(versions, importId);
  if (!before) return null;
  const day = versionDay(before, versions);
  return (
    <Button
      icon="undo"
      disabled={restore.isPending}
      title={`Remet en place la version du ${day}. Celle de cet import reste 30 jours parmi les versions.`}
      onClick={() =>
        restore.mutate(before.version, {
          onSuccess: () =>
            notifySuccess(`L’import est annulé : la version du ${day} est à nouveau en place.`),
        })
      }
    >
      {restore.isPending ? 'Annulation…' : 'Annuler cet import'}
    </Button>
  );
}
