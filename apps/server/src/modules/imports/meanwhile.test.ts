import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importTexts, ORGANIZATION } from '../../test/small-shop.ts';

// Files are read against the version of the data that is in place. Here somebody goes back to another one meanwhile, or
// cancels the import at its last moment.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test.close());

const ITEMS = 'code produit;libellé;prix TTC;stock\nA1;Robe été;49,90;12\n';
const WITH_SKIRT = `${ITEMS}A2;Jupe;39,90;8\n`;

interface Version {
  version: number;
  is_current: boolean;
  figures: { item_group_count: number };
}
async function versions(): Promise<Version[]> {
  return ((await test.ask('claire', { url: '/api/warehouse-versions' })).body as { data: Version[] }).data;
}

/** Goes back to the latest version of so many products. */
async function goBack(item_group_count: number): Promise<number> {
  const found = (await versions()).find(
    (one) => !one.is_current && one.figures.item_group_count === item_group_count,
  );
  const url = `/api/warehouse-versions/${found?.version}/restore`;
  return (await test.ask('claire', { method: 'POST', url })).status;
}

async function productCount(): Promise<number> {
  return ((await test.ask('claire', { url: '/api/items' })).body as { item_group_count: number })
    .item_group_count;
}

/** Imports; each time that its files have been read, so often at most, something is done before they are published. */
async function importDuring(content: string, act: () => Promise<unknown>, times: number) {
  const { readers, database } = test.deps;
  const read = readers.import;
  let acts = 0;
  readers.import = async (...asked) => {
    const result = await read.apply(readers, asked);
    acts += 1;
    if (acts <= times) await act();
    return result;
  };
  await importTexts(test, { 'articles.csv': content }).finally(() => {
    readers.import = read;
  });
  return database.db
    .selectFrom('job as j')
    .innerJoin('import as i', 'i.job_id', 'j.job_id')
    .select(['j.attempt', 'j.status', 'j.error'])
    .where('i.organization_id', '=', ORGANIZATION)
    .orderBy('j.job_id', 'desc')
    .executeTakeFirstOrThrow();
}

it('files read while somebody goes back to a version are read again from it, without a fault', async () => {
  await importTexts(test, { 'articles.csv': ITEMS });
  await importTexts(test, { 'articles.csv': WITH_SKIRT });
  expect(await productCount()).toBe(2);
  const more = `${ITEMS}A3;Cape;59,90;4\n`;
  const during = async () => expect(await goBack(1)).toBe(200);
  expect(await importDuring(more, during, 1)).toMatchObject({ status: 'completed', attempt: 1 });
  // The dress of the version gone back to and the cape of the file; the skirt was taken back.
  expect(await productCount()).toBe(2);
});

it('files that said nothing new of data that somebody took back meanwhile are in the data afterwards', async () => {
  const same = `${ITEMS}A3;Cape;59,90;4\n`;
  expect(await importDuring(same, () => goBack(1), 1)).toMatchObject({ status: 'completed', attempt: 1 });
  expect(await productCount()).toBe(2);
});

it('data that change at each reading fail the import with a sentence, and stay as they are', async () => {
  const turn = async () => goBack((await productCount()) === 1 ? 2 : 1);
  const more = `${WITH_SKIRT}A3;Cape;59,90;4\n`;
  expect(await importDuring(more, turn, 100)).toMatchObject({
    ...{ status: 'failed', attempt: 1 },
    error: expect.stringMatching(/^Les données en place ont changé à chaque lecture de ces fichiers/),
  });
  expect(await productCount()).toBeLessThan(3);
});

/** Cancels the import asked for last. */
async function cancelLast(): Promise<number> {
  const imports = (await test.ask('claire', { url: '/api/imports' })).body as { data: { _id: string }[] };
  return (await test.ask('claire', { method: 'DELETE', url: `/api/imports/${imports.data[0]?._id}` })).status;
}

it('an import that was cancelled once its files were read is in no data', async () => {
  await importTexts(test, { 'articles.csv': WITH_SKIRT });
  const before = await productCount();
  const cancel = async () => expect(await cancelLast()).toBe(200);
  const more = `${WITH_SKIRT}A9;Gant;19,90;4\n`;
  expect(await importDuring(more, cancel, 1)).toMatchObject({ status: 'cancelled' });
  await importTexts(test, { 'articles.csv': WITH_SKIRT }); // the one cancelled has let go by then
  expect(await productCount()).toBe(before);
});

it('an import whose data are in place is not cancelled any more', async () => {
  const { folders } = test.deps;
  const remove = folders.remove;
  const answers: number[] = [];
  folders.remove = async (path) => {
    if (path.startsWith('staging/')) answers.push(await cancelLast());
    return remove.call(folders, path);
  };
  const none = async () => {};
  const ended = await importDuring(`${WITH_SKIRT}A8;Botte;99,90;4\n`, none, 1).finally(() => {
    folders.remove = remove;
  });
  expect(answers).toEqual([409]);
  expect(ended).toMatchObject({ status: 'completed', error: null });
});
