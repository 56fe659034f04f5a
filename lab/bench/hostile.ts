import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { HOSTILE_FILES } from '../../packages/analytics/test/hostile-files.ts';
import { type BenchLine, benchLine } from './bench.ts';

interface Server {
  child: ChildProcess;
  port: number;
  token: string;
  other: string;
}

/** A request of another organisation waits no longer for whatever file is sent. */
const DELAY_MS = 500;
const MEMORY_MB = 1500;
const EVERY_MS = 50;
const QUIET_MS = 10_000;

async function start(): Promise<Server> {
  const child = fork(new URL('./hostile/server-process.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const [said] = (await once(child, 'message')) as [Omit<Server, 'child'>];
  return { child, ...said };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds of each request of another organisation's user while `work` runs. */
async function besideOf({ port, other }: Server, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let running = true;
  const asked: Promise<void>[] = [];
  const ask = async (): Promise<void> => {
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/api/projects`, {
      headers: { authorization: `Bearer ${other}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`the other user got ${answer.status}`);
    times.push(performance.now() - begun);
  };
  const asking = (async () => {
    while (running) {
      asked.push(ask());
      await sleep(EVERY_MS);
    }
  })();
  await work();
  running = false;
  await asking;
  await Promise.all(asked);
  return times;
}

/** Megabytes of a process now; 0 when it is no more. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000;
}

interface Peak {
  server: number;
  all: number;
}

/** The most that the server, and it with its readers, held while `work` ran. */
async function peakDuring({ child }: Server, work: () => Promise<unknown>): Promise<Peak> {
  const peak: Peak = { server: 0, all: 0 };
  const pid = child.pid ?? 0;
  const look = async (): Promise<void> => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const server = await memoryOf(pid);
    const readers = await Promise.all(children.split(' ').filter(Boolean).map(Number).map(memoryOf));
    peak.server = Math.max(peak.server, server);
    peak.all = Math.max(
      peak.all,
      readers.reduce((sum, one) => sum + one, server),
    );
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  await work();
  clearInterval(timer);
  return peak;
}

async function send({ port, token }: Server, path: string, name: string, content: Buffer) {
  const form = new FormData();
  form.append('uploadedFiles', new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as { _id?: string };
}

/** Looked at, then imported until the job has ended. */
async function sendTwice(server: Server, name: string, content: Buffer): Promise<void> {
  await send(server, '/imports/inspect', name, content);
  const { _id } = await send(server, '/imports', name, content);
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/imports/${_id}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    const { status } = (await answer.json()) as { status: string };
    if (!['requested', 'running'].includes(status)) return;
    await sleep(EVERY_MS);
  }
}

const slowest = (times: readonly number[]): number => Math.max(...times);
function usual(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Hostile files sent to a real server, timed from beside; against the same server with nothing to read. */
export async function run(): Promise<BenchLine[]> {
  const files = HOSTILE_FILES.map(({ name, make }) => ({ name, content: make() }));
  const server = await start();
  const quiet = await besideOf(server, () => sleep(QUIET_MS));
  const each: { name: string; slowest: number }[] = [];
  const times: number[] = [];
  const peak = await peakDuring(server, async () => {
    for (const { name, content } of files) {
      const own = await besideOf(server, () => sendTwice(server, name, content));
      times.push(...own);
      each.push({ name, slowest: slowest(own) });
    }
  });
  server.child.disconnect();
  const line = (label: string, subject: number, reference: number, budget: number | null, unit = 'ms') =>
    benchLine('hostile', label, subject, reference, unit, budget);
  const [worst] = each.toSorted((left, right) => right.slowest - left.slowest);
  return [
    line(
      `slowest request beside ${files.length} files (${worst?.name}): half a second`,
      slowest(times),
      DELAY_MS,
      1,
    ),
    line('99th of 100 requests beside them: half a second', usual(times), DELAY_MS, 1),
    line('99th of 100 requests beside them: with nothing to read', usual(times), usual(quiet), null),
    line('slowest with nothing to read: half a second', slowest(quiet), DELAY_MS, null),
    line('memory of the server', peak.server, MEMORY_MB, 1, 'MB'),
    line('memory of the server and its readers', peak.all, MEMORY_MB, 1, 'MB'),
  ];
}
