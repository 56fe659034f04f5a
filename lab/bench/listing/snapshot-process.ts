import { openFactStore } from '@palier/analytics';
import { makeSnapshot } from './data.ts';

// node snapshot-process.ts <products>: writes a snapshot and what listings read of it; prints its folder.

const snapshot = await makeSnapshot(Number(process.argv[2]));
const store = await openFactStore({ temp_folder: `${snapshot.folder}/spill` });
await (await store.openProject({ project_id: 'bench', folder: snapshot.folder })).close();
await store.close();
console.log(snapshot.folder);
