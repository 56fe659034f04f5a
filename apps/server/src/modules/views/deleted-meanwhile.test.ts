import { firstViewParameters } from '@palier/domain';
import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { systemScope } from '../../scope.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { seenWaiting } from '../../test/waiting.ts';
import { deleteView } from './repository.ts';
import { changeView, createView } from './service.ts';

const SCOPE = { ...systemScope('org_maison_brume'), permissions: { 'views.share': true } };

eachDatabase('a view that somebody deletes', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  it('is not there any more for whoever was changing it, which is said', async () => {
    const { db } = database();
    const view = await createView(db, SCOPE, {
      ...{ name: 'Robes', description: null, parameters: firstViewParameters() },
      ...{ shared: false, is_partial: false, starred: false, is_default: false },
    });
    const [deleted, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deletion = inTransaction(db, async (tx) => {
      await deleteView(tx, SCOPE, view.view_id);
      deleted.resolve();
      await waited.promise;
    });
    await deleted.promise;
    const change = changeView(db, SCOPE, view.view_id, { name: 'Jupes' });
    const refused = expect(change).rejects.toMatchObject({ code: 'not_found' });
    await seenWaiting(database());
    waited.resolve();
    await refused;
    await deletion;
  });
});
