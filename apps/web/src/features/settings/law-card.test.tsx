import { LAW_RULE_KEYS, LAW_RULES, type LawPolicy } from '@palier/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getLaw } from '../../lib/calls/get-law.ts';
import { notificationStore } from '../../lib/notifications.ts';
import { initialSessionState, sessionStore } from '../../lib/session/state.ts';
import { changedMeanwhile, notAsSeen } from '../../test/changed-meanwhile.ts';
import { LawCard } from './law-card.tsx';

const [first, second] = LAW_RULE_KEYS;
const off = Object.fromEntries(LAW_RULE_KEYS.map((key) => [key, 'note'])) as LawPolicy;
let standing: LawPolicy;
let saved: LawPolicy[];

beforeEach(() => {
  standing = off;
  saved = [];
  const user = { sub: 'claire', name: 'Claire', email: undefined, org_id: undefined, org_name: undefined };
  const permissions = { claire: { canEditSettings: true } };
  sessionStore.set((state) => ({ ...state, user, permissions, isAuthenticated: true }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method === 'PUT') {
      const { seen, ...wanted } = JSON.parse(String(init.body)) as LawPolicy & { seen: LawPolicy };
      const now = notAsSeen(seen, standing);
      if (now) return changedMeanwhile('ce réglage', now);
      standing = wanted;
      saved.push(standing);
    }
    return new Response(JSON.stringify(standing));
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStore.set(() => initialSessionState);
});

/** What is said in a corner of the screen: a clash is said in its card alone. */
const notices = () => notificationStore.get().queue;

async function open(): Promise<{ client: QueryClient; rule: HTMLElement }> {
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <LawCard />
    </QueryClientProvider>,
  );
  return { client, rule: await screen.findByLabelText(LAW_RULES[first].label) };
}
const choose = (rule: HTMLElement) => fireEvent.change(rule, { target: { value: 'warn' } });

it('a setting that a colleague has changed meanwhile is not replaced without a word', async () => {
  const { rule } = await open();
  choose(rule);
  standing = { ...off, [second]: 'block' };
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  expect(await screen.findByText(/Inès Dumont a modifié ce réglage entre-temps/)).toBeDefined();
  expect(saved).toEqual([]);
  expect(rule).toHaveProperty('value', 'warn');
  fireEvent.click(screen.getByRole('button', { name: 'Voir ce qui est en vigueur' }));
  expect(await screen.findByLabelText(LAW_RULES[second].label)).toHaveProperty('value', 'block');
  choose(screen.getByLabelText(LAW_RULES[first].label));
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  await vi.waitFor(() => expect(saved).toEqual([{ ...off, [first]: 'warn', [second]: 'block' }]));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Enregistrer' })).toHaveProperty('disabled', true),
  );
  expect(screen.queryByText(/entre-temps/)).toBeNull();
});

it('what is typed takes the place of a colleague’s once it is known that there is one', async () => {
  const { rule } = await open();
  choose(rule);
  standing = { ...off, [second]: 'block' };
  fireEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remplacer' }));
  await vi.waitFor(() => expect(saved).toEqual([{ ...off, [first]: 'warn' }]));
  expect(notices()).toEqual([]);
});

it('what is typed stays when the screen reads again what a colleague has saved, and may replace it', async () => {
  const { client, rule } = await open();
  choose(rule);
  standing = { ...off, [second]: 'block' };
  await client.invalidateQueries({ queryKey: getLaw().queryKey });
  fireEvent.click(await screen.findByRole('button', { name: 'Remplacer' }));
  await vi.waitFor(() => expect(saved).toEqual([{ ...off, [first]: 'warn' }]));
});

it('what a colleague has saved shows where nothing is typed', async () => {
  const { client } = await open();
  standing = { ...off, [second]: 'block' };
  await client.invalidateQueries({ queryKey: getLaw().queryKey });
  await vi.waitFor(() =>
    expect(screen.getByLabelText(LAW_RULES[second].label)).toHaveProperty('value', 'block'),
  );
  expect(screen.queryByText(/Quelqu’un d’autre/)).toBeNull();
});
