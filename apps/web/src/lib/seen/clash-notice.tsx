import { useEffect, useRef } from 'react';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { french } from '../french.ts';
import type { Clash } from './clash.ts';

interface ClashNoticeProps {
  clash: Clash | null;
  /** Gives up what is typed for what stands. */
  onTake: (now: Clash['now']) => void;
  /** Deletes it all the same, where it may be. */
  onRemove?: () => void;
}

/** The label of the button that saves over what a colleague has changed. */
export const REPLACE = 'Remplacer';
/** That of the button that deletes what a colleague has changed. */
const REMOVE = 'Supprimer quand même';

/** Somebody changed the same meanwhile: what is typed stays, and may take its place or give it up. */
export function ClashNotice({ clash, onTake, onRemove }: ClashNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  // Who saves from the end of a long form sees why nothing is saved.
  useEffect(() => {
    if (clash) place.current?.scrollIntoView({ block: 'nearest' });
  }, [clash]);
  if (!clash) return null;
  return (
    <div ref={place}>
      <AlertBox
        actions={
          <>
            <Button small onClick={() => onTake(clash.now)}>
              Voir ce qui est en vigueur
            </Button>
            {clash.isRemoval && (
              <Button small tone="danger" onClick={onRemove}>
                {REMOVE}
              </Button>
            )}
          </>
        }
      >
        {clash.isRemoval
          ? french(clash.message)
          : french(`${clash.message} Votre saisie est toujours là : « ${REPLACE} » la met à la place.`)}
      </AlertBox>
    </div>
  );
}
