import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type Clash, clashOf } from './clash.ts';
import { ClashNotice, REPLACE } from './clash-notice.tsx';

/** What a setting's card knows of what stands. */
interface Holding {
  /** Somebody has changed it since what is typed began. */
  clash: Clash | null;
  /** What its author has seen of it, sent with what she saves. */
  seen: object;
  /** Gives up what is typed for what stands: asked for, or what was typed itself once it is saved. */
  takeStanding: () => void;
  /** What a save was refused for: a clash shows what stands. */
  refused: (error: unknown) => Promise<void>;
  /** Told at each drawing whether something is typed. */
  follow: (changed: boolean) => void;
}

const HoldingContext = createContext<Holding | null>(null);

interface HeldSettingProps<T, Key extends QueryKey> {
  query: FetchQueryOptions<T, Error, T, Key>;
  /** What stands, as last read. */
  now: T;
  /** Of an answer, the fields that the card sets; left out: all. */
  part?: (answer: T) => object;
  children: (held: T) => ReactNode;
}

/**
 * A setting as it was when typing began: what somebody else saves meanwhile takes the place neither of what is typed,
 * nor is replaced by it, without a word. The server compares them.
 */
export function HeldSetting<T extends object, Key extends QueryKey>(props: HeldSettingProps<T, Key>) {
  const { query, now, part = (answer: T): object => answer, children } = props;
  const [held, setHeld] = useState(now);
  const [refusal, setRefusal] = useState<Clash | null>(null);
  const typed = useRef(false);
  const queryClient = useQueryClient();
  const isOther = JSON.stringify(part(now)) !== JSON.stringify(part(held));
  // Nothing typed is at stake.
  if (isOther && !typed.current) setHeld(now);
  const latest = useRef({ query, now, part });
  latest.current = { query, now, part };
  const holding = useMemo(
    (): Holding => ({
      clash: refusal ?? (isOther ? SOMEBODY : null),
      // What is shown to have changed has been seen.
      get seen() {
        return latest.current.part(latest.current.now);
      },
      takeStanding: () => {
        setRefusal(null);
        setHeld(queryClient.getQueryData<T>(latest.current.query.queryKey) ?? latest.current.now);
      },
      refused: async (error) => {
        const clash = clashOf(error);
        if (!clash) return;
        await queryClient.fetchQuery({ ...latest.current.query, staleTime: 0 }).catch(() => undefined);
        setRefusal(clash);
      },
      follow: (changed) => {
        typed.current = changed;
      },
    }),
    [isOther, refusal, queryClient],
  );
  // What the card is not of follows what stands.
  return (
    <HoldingContext key={JSON.stringify(part(held))} value={holding}>
      {children(isOther ? held : now)}
    </HoldingContext>
  );
}

const SOMEBODY: Clash = {
  message: 'Quelqu’un d’autre vient de modifier ce réglage : rien n’est enregistré.',
  now: {},
};

/** How a card of a setting is saved, in a `HeldSetting` or out of any. */
export function useHeldSave(changed: boolean) {
  const holding = useContext(HoldingContext);
  useEffect(() => holding?.follow(changed));
  return {
    /** Saves what is typed, with what was seen: the promise is kept once it stands. */
    save: async (onSave: (seen: object | undefined) => unknown): Promise<void> => {
      try {
        await onSave(holding?.seen);
        holding?.takeStanding();
      } catch (error) {
        // Any other failure is said where it happened: what is typed stays.
        await holding?.refused(error);
      }
    },
    notice: holding && <ClashNotice clash={holding.clash} onTake={holding.takeStanding} />,
    /** What the button that saves is called. */
    label: holding?.clash ? REPLACE : 'Enregistrer',
  };
}
