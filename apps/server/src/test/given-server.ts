import { type Database, openPostgres } from '../db/database.ts';
import { distribute, hasCitus } from '../db/distribute.ts';
import { migrate } from '../db/migrate.ts';

/** Fewer shards than in service: they are made anew for each file of tests. */
const SHARDS = 4;

interface Node {
  nodename: string;
  nodeport: number;
}

/** A PostgreSQL server or a Citus cluster where tests have databases of their own. */
export interface GivenServer {
  /** A migrated database, spread over the cluster's workers where there are some. */
  make(): Promise<string>;
  drop(url: string): Promise<void>;
  /** Drops those that are left. */
  close(): Promise<void>;
}

/** Takes the server of an address: the database of that name says whether it is a Citus cluster, and of which nodes. */
export async function openGivenServer(url: string): Promise<GivenServer> {
  const workers = await readWorkers(url);
  const made = new Set<string>();
  const coordinator = new URL(url);
  const onEachNode = async (url: string, work: (database: Database) => Promise<unknown>) => {
    for (const at of workers === null ? [url] : [...workers.map((node) => nodeUrl(url, node)), url])
      await withDatabase(at, work);
  };
  const named = (database: string): string => {
    const address = new URL(url);
    address.pathname = `/${database}`;
    return address.href;
  };
  const makeEmpty = async (template?: string): Promise<string> => {
    const name = `palier_test_${crypto.randomUUID().replaceAll('-', '')}`;
    await onEachNode(url, (database) =>
      database.executeSql(`create database ${name}${template ? ` template ${template}` : ''}`),
    );
    made.add(named(name));
    if (workers !== null) await joinNodes(named(name), coordinator, workers, onEachNode);
    return named(name);
  };
  const drop = async (address: string): Promise<void> => {
    if (!made.delete(address)) return;
    const name = new URL(address).pathname.slice(1);
    await onEachNode(url, (database) => database.executeSql(`drop database if exists ${name} with (force)`));
  };
  // A database of Citus is no template: its workers' part would stay behind.
  const template =
    workers === null ? await makeEmpty().then((address) => prepare(address, false)) : undefined;
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: the nodes' lists of a cluster are shared by its databases. */
  const makeSpread = (): Promise<string> => {
    const made = last.then(async () => prepare(await makeEmpty(), true));
    last = made.catch(() => {});
    return made;
  };
  return {
    make: () => (workers === null ? makeEmpty(template && nameOf(template)) : makeSpread()),
    drop,
    async close() {
      for (const address of [...made]) await drop(address);
    },
  };
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Null where the database has no Citus. */
async function readWorkers(url: string): Promise<Node[] | null> {
  return withDatabase(url, async (database) => {
    if (!(await hasCitus(database.db))) return null;
    const { rows } = await database.executeSql(
      `select nodename, nodeport from pg_dist_node where groupid <> 0 and noderole = 'primary' order by nodeid`,
    );
    return rows as Node[];
  });
}

function nodeUrl(url: string, { nodename, nodeport }: Node): string {
  const address = new URL(url);
  address.hostname = nodename;
  address.port = String(nodeport);
  return address.href;
}

type EachNode = (url: string, work: (database: Database) => Promise<unknown>) => Promise<void>;

async function joinNodes(url: string, at: URL, workers: readonly Node[], onEachNode: EachNode) {
  await onEachNode(url, (database) => database.executeSql('create extension if not exists citus'));
  await withDatabase(url, async (database) => {
    await database.executeSql('select citus_set_coordinator_host($1, $2)', [
      at.hostname,
      Number(at.port || 5432),
    ]);
    for (const { nodename, nodeport } of workers)
      await database.executeSql('select citus_add_node($1, $2)', [nodename, nodeport]);
  });
}

async function prepare(url: string, spread: boolean): Promise<string> {
  await withDatabase(url, async (database) => {
    await migrate(database);
    if (spread) await distribute(database, { shards: SHARDS });
  });
  return url;
}

async function withDatabase<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres(url, { pool_size: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
