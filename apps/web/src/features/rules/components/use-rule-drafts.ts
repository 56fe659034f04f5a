import type { Rule } from '@palier/contract';
import { useState } from 'react';
import { type Clash, clashOf } from '../../../lib/seen/clash.ts';
import { draftOf, type RuleDraft } from '../model/draft.ts';

/** What had been seen of a rule when its draft began. */
interface Begun {
  seen: object;
  clash: Clash | null;
}

/** What is kept of a rule, without its id. */
export const contentOf = ({ _id, ...content }: RuleDraft): Omit<RuleDraft, '_id'> => content;

/** Rules as they are being written, and what their authors had seen of them. */
export function useRuleDrafts() {
  const [drafts, setDrafts] = useState<Readonly<Record<string, RuleDraft>>>({});
  const [begun, setBegun] = useState<Readonly<Record<string, Begun>>>({});
  const seenOf = (rule: Rule): object => begun[rule._id]?.seen ?? contentOf(draftOf(rule));
  const begin = (id: string, from: Begun): void => setBegun((all) => ({ ...all, [id]: from }));
  return {
    drafts,
    /** `rule`: as it is kept, when the draft begins. */
    put: (changed: RuleDraft, rule?: Rule): void => {
      if (rule && !drafts[changed._id])
        setBegun((all) => ({ ...all, [rule._id]: { seen: contentOf(draftOf(rule)), clash: null } }));
      setDrafts((all) => ({ ...all, [changed._id]: changed }));
    },
    drop: (id: string): void => {
      setDrafts((all) => without(all, id));
      setBegun((all) => without(all, id));
    },
    /**
     * Sends a draft with what had been seen of the rule that it changes, and keeps the rule that is answered.
     * @returns false for a clash, which is then shown @throws any other failure
     */
    write: async (
      draft: RuleDraft,
      rule: Rule | undefined,
      send: (seen: object | undefined) => Promise<Rule | undefined>,
    ): Promise<boolean> => {
      const seen = rule && seenOf(rule);
      try {
        const kept = await send(seen);
        // What was written since it was sent stays, of what stands now.
        setDrafts((all) => (all[draft._id] === draft ? without(all, draft._id) : all));
        begin(draft._id, { seen: contentOf(kept ? draftOf(kept) : draft), clash: null });
        return true;
      } catch (error) {
        const clash = clashOf(error);
        if (!clash) throw error;
        setDrafts((all) => ({ ...all, [draft._id]: all[draft._id] ?? draft }));
        begin(draft._id, { seen: { ...seen, ...clash.now }, clash });
        return false;
      }
    },
    /**
     * Deletes a rule with what had been seen of it: of a draft, as it began; else as it is shown.
     * @returns false for a clash, which is then shown @throws any other failure
     */
    remove: async (rule: Rule, send: (seen: object) => Promise<unknown>): Promise<boolean> => {
      const isBegun = drafts[rule._id] || begun[rule._id]?.clash;
      const seen = isBegun ? seenOf(rule) : contentOf(draftOf(rule));
      try {
        await send(seen);
        return true;
      } catch (error) {
        const clash = clashOf(error);
        if (!clash) throw error;
        begin(rule._id, { seen: { ...seen, ...clash.now }, clash: { ...clash, isRemoval: true } });
        return false;
      }
    },
    clashOf: (id: string | null): Clash | null => (id ? begun[id]?.clash : null) ?? null,
  };
}

function without<T>(all: Readonly<Record<string, T>>, id: string): Record<string, T> {
  const { [id]: _, ...others } = all;
  return others;
}
