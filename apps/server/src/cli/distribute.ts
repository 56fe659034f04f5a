import { parseArgs } from 'node:util';
import { countOf } from '@palier/domain';
import { StartError } from '../config.ts';
import { openPostgres } from '../db/database.ts';
import { distribute } from '../db/distribute.ts';
import { migrate } from '../db/migrate.ts';
import { describeError } from '../log.ts';

const USAGE = `npm run distribute -- postgresql://utilisateur:mot-de-passe@coordinateur/base

Répartit les tables des projets d'une base de Palier sur les nœuds d'une grappe Citus, par projet. Se relance sans
risque : ce qui est déjà réparti reste en place.`;

async function main(): Promise<void> {
  const url = parseArgs({ allowPositionals: true }).positionals[0] ?? process.env.DATABASE_URL;
  if (!url || !/^postgres(ql)?:\/\//.test(url)) throw new StartError(USAGE);
  const database = await openPostgres(url, { pool_size: 2 });
  try {
    await migrate(database);
    const tables = await distribute(database);
    const moved = tables.filter((table) => table.moved);
    for (const { table } of moved) console.log(`${table} : répartie par projet`);
    const kept = tables.length - moved.length;
    console.log(
      `${countOf(moved.length, 'table répartie', 'tables réparties')}, ${kept} déjà en place ; les autres restent sur le coordinateur.`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : describeError(error));
  process.exitCode = 1;
});
