import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concernsOf, DECIDING_ACTS, type HeardAct, type HeardLine, type HeardProject } from './concern.ts';

const person = fc.constantFrom('claire', 'marion', 'paul', 'ines');
const line: fc.Arbitrary<HeardLine> = fc.record({
  discount_id: fc.uuid(),
  decider: fc.option(person),
  reviewer: fc.option(person),
  commenters: fc.uniqueArray(person, { maxLength: 3 }),
});
const act: fc.Arbitrary<HeardAct> = fc.record({
  kind: fc.constantFrom(
    ...DECIDING_ACTS,
    'review',
    'comment',
    'departed',
    'phase',
    'reopening',
    'submitted',
    'returned',
    'project',
  ),
  user_id: person,
  lines: fc.uniqueArray(line, { maxLength: 8, selector: ({ discount_id }) => discount_id }),
});
const project: fc.Arbitrary<HeardProject> = fc.record({
  participants: fc.array(person, { maxLength: 5 }),
  signers: fc.array(person, { maxLength: 5 }),
  submitter: fc.option(person),
});
const nobody: HeardProject = { participants: [], signers: [], submitter: null };

describe('whom an act concerns', () => {
  it('is never who did it, and each other person once', () => {
    fc.assert(
      fc.property(act, project, (heard, around) => {
        const people = concernsOf(heard, around).map(({ user_id }) => user_id);
        expect(people).not.toContain(heard.user_id);
        expect(new Set(people).size).toBe(people.length);
      }),
    );
  });

  it('is who decided or reviewed one of its lines, or said something of it when it is a comment, and nobody else', () => {
    fc.assert(
      fc.property(act, project, (heard, around) => {
        if (around && ['phase', 'reopening', 'submitted', 'returned', 'project'].includes(heard.kind)) return;
        const concerns = new Map(concernsOf(heard, around).map((one) => [one.user_id, one.discount_ids]));
        for (const who of ['claire', 'marion', 'paul', 'ines'].filter((one) => one !== heard.user_id)) {
          const hers = heard.lines.filter(
            ({ decider, reviewer, commenters }) =>
              decider === who ||
              reviewer === who ||
              (['comment', 'departed'].includes(heard.kind) && commenters.includes(who)),
          );
          expect(concerns.get(who) ?? []).toEqual(hers.map(({ discount_id }) => discount_id));
        }
      }),
    );
  });

  it('does not hang on the order of the lines', () => {
    fc.assert(
      fc.property(act, project, (heard, around) => {
        const sorted = (one: HeardAct) =>
          concernsOf(one, around)
            .map((concern) => ({ ...concern, discount_ids: [...concern.discount_ids].sort() }))
            .sort((a, b) => a.user_id.localeCompare(b.user_id));
        expect(sorted({ ...heard, lines: [...heard.lines].reverse() })).toEqual(sorted(heard));
      }),
    );
  });

  it('tells an answer to a comment from a comment on a line', () => {
    const lines = [{ discount_id: 'a', decider: 'marion', reviewer: null, commenters: ['paul'] }];
    expect(concernsOf({ kind: 'comment', user_id: 'claire', lines }, nobody)).toEqual([
      { user_id: 'marion', kind: 'commented', discount_ids: ['a'] },
      { user_id: 'paul', kind: 'answered', discount_ids: ['a'] },
    ]);
  });

  it('tells those who sign of a submission, who submitted of an answer, those at work of a validation', () => {
    const around: HeardProject = {
      participants: ['claire', 'marion'],
      signers: ['ines', 'paul'],
      submitter: 'marion',
    };
    const told = (kind: string, user_id: string) =>
      concernsOf({ kind, user_id, lines: [] }, around).map((one) => [one.user_id, one.kind]);
    expect(told('submitted', 'marion')).toEqual([
      ['ines', 'submitted'],
      ['paul', 'submitted'],
    ]);
    expect(told('returned', 'ines')).toEqual([['marion', 'returned']]);
    expect(told('signed', 'ines')).toEqual([['marion', 'signed']]);
    expect(told('lapsed', 'marion')).toEqual([]);
    expect(told('phase', 'marion')).toEqual([['claire', 'validated']]);
    expect(told('project', 'marion')).toEqual([]);
  });
});
