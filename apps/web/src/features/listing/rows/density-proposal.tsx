import { type ReactNode, useState } from 'react';
import { storageKeys } from '../../../lib/storage.ts';
import { isBoolean, useStored } from '../../../lib/use-stored.ts';
import { isMobileWidth } from '../../../ui/breakpoints.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import styles from './status-bar.module.css';

/** Under it, tall rows leave three groups in sight: a laptop's screen, less the browser's own bars. */
const LAPTOP_HEIGHT = 900;

/** Offers compact rows once where tall ones show little; whatever the answer, it is not asked again. */
export function DensityProposal({
  compact,
  onCompact,
}: {
  compact: boolean;
  onCompact: () => void;
}): ReactNode {
  const [asked, setAsked] = useStored(storageKeys.densityAsked, isBoolean, false);
  const [low] = useState(() => window.innerHeight < LAPTOP_HEIGHT && !isMobileWidth(window.innerWidth));
  if (asked || compact || !low) return null;
  return (
    <span className={styles.proposal} data-part="density-proposal">
      Sur cet écran, des lignes compactes en montreraient deux fois plus.
      <Button
        small
        onClick={() => {
          setAsked(true);
          onCompact();
        }}
      >
        Passer en compact
      </Button>
      <IconButton
        small
        tone="quiet"
        icon="close"
        label="Garder les lignes hautes"
        onClick={() => setAsked(true)}
      />
    </span>
  );
}
