import { once } from 'node:events';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { PROCESS_NAME } from '@palier/analytics';
import { type TaskName, tasks } from './tasks.ts';
import { type Ask, failureOf, type Say } from './wire.ts';

// A reader: a process that opens files of customers for the server, so that what a file does stops here. It ends
// when the server lets go of it, and is ended when it holds too much.

const memory_bytes = Number(process.argv[2]);

const watch = new Worker(new URL('./watch.ts', import.meta.url), {
  workerData: { memory_bytes, parent: process.ppid },
});
watch.unref();
const watched = once(watch, 'online');

// Ctrl-C reaches the whole group: the server decides.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', () => process.exit(0));

process.on('message', async ({ name, input }: Ask) => {
  const say = (said: Say): void => {
    process.send?.(said);
  };
  try {
    await watched;
    const task = tasks[name as TaskName] as (input: unknown, tell: typeof say) => Promise<unknown>;
    const output = await task(input, say);
    // On a busy machine the watch may not have had its turn.
    if (process.memoryUsage.rss() > memory_bytes) process.kill(process.pid, 'SIGKILL');
    say({ say: 'done', output, memory_bytes: process.memoryUsage.rss() });
  } catch (error) {
    say({ say: 'failed', failure: failureOf(error) });
  }
});

process.send?.({ say: 'hello', process_name: PROCESS_NAME } satisfies Say);
