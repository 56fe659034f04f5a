import type { Person } from '../../../apps/server/src/test/app.ts';
import { type Ask, caller, headersOf } from '../../crash/asking.ts';
import type { Ledger } from '../../crash/ledger.ts';
import type { Scene } from './scene.ts';

/** What people met: how long each act took, and what was refused or not answered. */
export interface Met {
  edits_ms: number[];
  reads_ms: number[];
  /** Events that the open screens were told. */
  told: number;
  errors: string[];
}

/** Between two acts of one person: an editor's quick pace, and a reader who looks at another page. */
export const PACE_MS = { edit: 1000, read: 10_000 };

const EDITORS: readonly Person[] = ['claire', 'ines'];
const READERS: readonly Person[] = ['claire', 'ines', 'hugo'];
const LEVELS = [null, 20, 30, 40, 50, 60];

/** What a screen asks for when it is opened, sorted or filtered. */
const PAGES = [
  'discounts?size=100&summary=true',
  'discounts?size=100&sort=stock_qty&order=desc',
  'discounts/groups?by=family&summary=true',
  'discounts?size=100&sort=title&q=P1',
  'discounts/groups?by=brand,family&summary=true',
  'activity?size=50',
];

interface Served {
  port: number;
  scene: Scene;
  met: Met;
  random: () => number;
  until: () => boolean;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Does an act at somebody's pace until the end, each person at her own moment; what fails is noted and she goes on. */
async function go({ until, met, random }: Served, pace_ms: number, act: () => Promise<void>): Promise<void> {
  await pause(random() * pace_ms);
  while (!until()) {
    const begun = performance.now();
    await act().catch((error: unknown) => {
      met.errors.push(String(error));
    });
    await pause(pace_ms - (performance.now() - begun));
  }
}

/** One of those who edit: a line, now and then all of hers at once, or a comment. */
export async function edit(served: Served, editor: number, ledger: Ledger, pace_ms = PACE_MS.edit) {
  const { port, scene, met, random } = served;
  const { folder, project_id } = scene;
  const ask = await caller(port, folder, EDITORS[editor % EDITORS.length]);
  const lines = scene.lines[editor] ?? [];
  await go(served, pace_ms, async () => {
    const line = lines[Math.floor(random() * lines.length)] ?? '';
    const draw = random();
    const begun = performance.now();
    if (draw < 0.04) {
      const path = `/discounts/${line}/comments`;
      ledger.note((await ask<{ activity_id: string }>(path, 'POST', { comment: 'Vu' })).activity_id);
    } else {
      const value = LEVELS[Math.floor(random() * LEVELS.length)] ?? null;
      await write(ask, project_id, draw < 0.06 ? lines : [line], value, ledger);
    }
    met.edits_ms.push(performance.now() - begun);
  });
}

function write(ask: Ask, project_id: string, lines: readonly string[], value: number | null, ledger: Ledger) {
  const body = Object.fromEntries(lines.map((id) => [id, { discount_pct_user: value }]));
  return ledger.write(lines, value, () => ask(`/projects/${project_id}/discounts`, 'PUT', body));
}

/** One of those who look: a page after the other, with the screen's stream of events open. */
export async function read(served: Served, reader: number, pace_ms = PACE_MS.read): Promise<void> {
  const { port, scene, met, random } = served;
  const person = READERS[reader % READERS.length] ?? 'claire';
  const ask = await caller(port, scene.folder, person);
  const leave = new AbortController();
  const stream = follow(served, person, leave.signal);
  await go(served, pace_ms, async () => {
    const page = PAGES[Math.floor(random() * PAGES.length)] ?? '';
    const begun = performance.now();
    await ask(`/projects/${scene.project_id}/${page}`);
    met.reads_ms.push(performance.now() - begun);
  });
  leave.abort();
  await stream;
}

/** Keeps a screen's stream open, and opens it again when the server ended it, as a browser does. */
async function follow({ port, scene, met }: Served, person: Person, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const headers = await headersOf(port, scene.folder, person);
      const url = `http://localhost:${port}/api/events?project_id=${scene.project_id}`;
      const { body, status } = await fetch(url, { headers, signal });
      if (status !== 200) throw new Error(`events: ${status}`);
      for await (const _ of body ?? []) met.told += 1;
    } catch (error) {
      if (signal.aborted) return;
      met.errors.push(String(error));
      await pause(PACE_MS.edit);
    }
  }
}
