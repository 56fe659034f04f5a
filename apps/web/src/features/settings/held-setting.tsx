import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useMemo, useRef, useState } from 'react';

/** What a setting's card knows of what stands. */
interface Holding {
  /** Somebody else has changed it since what is typed began. */
  clashes: boolean;
  /** Gives up what is typed for what stands: asked for, or what was typed itself once it is saved. */
  takeStanding: () => void;
  /** Whether what stands is still what this screen knows of; else the screen knows it from then on. */
  isKnown: () => Promise<boolean>;
  /** Told at each drawing whether something is typed. */
  follow: (changed: boolean) => void;
}

export const HoldingContext = createContext<Holding | null>(null);

interface HeldSettingProps<T, Key extends QueryKey> {
  query: FetchQueryOptions<T, Error, T, Key>;
  /** What stands, as last read. */
  now: T;
  /** Of an answer, what the card is of; left out: all. */
  part?: (answer: T) => unknown;
  children: (held: T) => ReactNode;
}

/**
 * A setting as it was when typing began: what somebody else saves meanwhile takes the place neither of what is typed,
 * nor is replaced by it, without a word.
 */
export function HeldSetting<T, Key extends QueryKey>(props: HeldSettingProps<T, Key>) {
  const { query, now, part = (answer: T): unknown => answer, children } = props;
  const [held, setHeld] = useState(now);
  const typed = useRef(false);
  const queryClient = useQueryClient();
  const textOf = (answer: T): string => JSON.stringify(part(answer));
  const isOther = textOf(now) !== textOf(held);
  // Nothing typed is at stake.
  if (isOther && !typed.current) setHeld(now);
  const latest = useRef({ query, now, textOf });
  latest.current = { query, now, textOf };
  const holding = useMemo(
    (): Holding => ({
      clashes: isOther,
      takeStanding: () =>
        setHeld(queryClient.getQueryData<T>(latest.current.query.queryKey) ?? latest.current.now),
      isKnown: async () => {
        const known = latest.current.textOf(latest.current.now);
        const fresh = await queryClient.fetchQuery({ ...latest.current.query, staleTime: 0 });
        return latest.current.textOf(fresh) === known;
      },
      follow: (changed) => {
        typed.current = changed;
      },
    }),
    [isOther, queryClient],
  );
  // What the card is not of follows what stands.
  return (
    <HoldingContext key={textOf(held)} value={holding}>
      {children(isOther ? held : now)}
    </HoldingContext>
  );
}
