import type { Project } from '@palier/contract';
import { despiteLoss } from '@palier/domain';
import { useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { useRefusalAmong } from '../../../lib/session/use-refusal.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { ForceDialog } from './force-dialog.tsx';
import { UnsaidLoss } from './unsaid-loss.tsx';
import type { useSending } from './use-sending.ts';

interface ApplyButtonsProps {
  count: number;
  projects: readonly Project[];
  sending: ReturnType<typeof useSending>;
  /** Name of the run when its plan breaks its rules. */
  impossible: string | null;
}

/** Applies, in red when the plan loses; what was applied is taken back beside it. */
export function ApplyButtons({
  count,
  projects,
  impossible,
  sending: { preview, loss, sent, busy, submit, undo },
}: ApplyButtonsProps) {
  const [forcing, setForcing] = useState(false);
  const refusal = useRefusalAmong('send_plan', projects);
  const [only] = projects;
  if (sent) {
    return (
      <>
        <Button icon="undo" disabled={busy || sent.activities.length === 0} onClick={() => void undo()}>
          {`Annuler ${countOf(sent.count, 'démarque', 'démarques')}`}
        </Button>
        {only && <LinkButton to={paths.listing(only._id)}>Voir le listing</LinkButton>}
      </>
    );
  }
  const despite = despiteLoss(loss?.warnings ?? []);
  // What is lost is said before it can be done.
  return (
    <>
      {refusal === null && <UnsaidLoss preview={preview} />}
      <Button
        tone={despite || impossible ? 'danger' : 'primary'}
        disabled={busy || !preview.isSuccess || projects.length === 0 || refusal !== null}
        title={refusal ?? undefined}
        onClick={() => (impossible ? setForcing(true) : void submit())}
      >
        {despite ? `Appliquer ${despite}` : `Appliquer à ${countOf(count, 'produit', 'produits')}`}
      </Button>
      {forcing && impossible && (
        <ForceDialog
          names={[impossible]}
          onClose={() => setForcing(false)}
          onForce={(reason) => {
            setForcing(false);
            void submit(reason);
          }}
        />
      )}
    </>
  );
}
