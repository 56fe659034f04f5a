import { expect, it } from 'vitest';
import { leaveActivity, takeActivities } from '../../../lib/left-activities.ts';
import { activityCommand } from './activity-command.ts';
import { History } from './history.ts';

it('a run sent from another screen is undone, then redone by undoing what undid it', async () => {
  leaveActivity('p1', { activity_id: 'a1', label: 'Optimisation « Marge »' });
  expect(takeActivities('p2')).toEqual([]);
  const [activity] = takeActivities('p1');
  expect(takeActivities('p1')).toEqual([]);
  if (!activity) throw new Error('nothing was left');
  const asked: string[] = [];
  let refreshed = 0;
  const history = new History();
  history.add(
    activityCommand(
      activity,
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
