import { expect, it } from 'vitest';
import { leaveDeed, takeDeeds } from '../../../lib/deeds.ts';
import { deedCommand } from './deed-command.ts';
import { History } from './history.ts';

it('a run sent from another screen is undone, then redone by undoing what undid it', async () => {
  leaveDeed('p1', { activity_id: 'a1', label: 'Optimisation « Marge »' });
  expect(takeDeeds('p2')).toEqual([]);
  const [deed] = takeDeeds('p1');
  expect(takeDeeds('p1')).toEqual([]);
  if (!deed) throw new Error('nothing was left');
  const asked: string[] = [];
  let refreshed = 0;
  const history = new History();
  history.add(
    deedCommand(
      deed,
      async (id) => {
        asked.push(id);
        return { activity_id: `${id}'` };
      },
      async () => {
        refreshed += 1;
      },
    ),
  );
  await history.undo();
  await history.redo();
  await history.undo();
  expect(asked).toEqual(['a1', "a1'", "a1''"]);
  expect(refreshed).toBe(3);
});
