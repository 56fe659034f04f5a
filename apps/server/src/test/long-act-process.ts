import { openPglite } from '../db/database.ts';
import { keepLongActs, longActsOf } from '../db/long-acts.ts';
import { undoActivity } from '../modules/activities/service.ts';
import { editGroup } from '../modules/discounts/service.ts';
import { openProject } from '../modules/projects/index.ts';

// A process that edits or undoes every line of a project and is killed before its nth statement that bears a text:
// what the power does to a server in the middle of an act.

const [folder = '', project_id = '', fatal = '', nth = '1', activity_id = ''] = process.argv.slice(2);
const database = await openPglite(folder);
const acts = longActsOf(database.db);
if (!acts) throw new Error('no acts of several transactions here');
let left = Number(nth);
const db = database.db.withPlugin({
  transformQuery: ({ node }) => {
    if (JSON.stringify(node).includes(fatal) && --left === 0) process.kill(process.pid, 'SIGKILL');
    return node;
  },
  transformResult: async ({ result }) => result,
});
keepLongActs(db, acts);
const events = { publish: async () => {}, subscribe: () => () => {} };
const claire = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};
const project = await openProject(db, claire, project_id);
if (activity_id) await undoActivity({ db, events }, project, activity_id);
else {
  const { rows } = await database.executeSql('select discount_id from discount where project_id = $1', [
    project_id,
  ]);
  const ids = (rows as { discount_id: string }[]).map((row) => row.discount_id);
  await editGroup({ db, events }, project, ids, { discount_pct_user: 30 });
}
await database.close();
