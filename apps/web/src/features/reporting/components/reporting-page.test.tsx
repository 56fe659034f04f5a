import type { Project, RouteOutput } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pollingPeriod } from '../../../lib/calls/list-jobs.ts';
import { newProject } from '../../../test/new-project.ts';
import { lastSeason, newReport, newSerie } from '../../../test/new-series.ts';
import { decodeReport } from '../model/url-view-params.ts';
import { ReportingPage } from './reporting-page.tsx';

type Series = RouteOutput<'series.list'>['series'];

/** A server of two series: what was asked of it, and what it answers to the report. */
const server = {
  asked: [] as URL[],
  series: [] as Series,
  status: 'synced',
  report: () => new Response(JSON.stringify(newReport())),
};
const asked = (end: string) => server.asked.filter(({ pathname }) => pathname.endsWith(end));

function answer(url: URL): Response {
  const body = (value: unknown) => new Response(JSON.stringify(value));
  const { pathname } = url;
  if (pathname.endsWith('/series')) return body({ dates: [], seasons: [], series: server.series });
  if (pathname.endsWith('/series/status')) return body({ status: server.status, updated_at: null });
  if (pathname.endsWith('/series/report')) return server.report();
  if (pathname.endsWith('/series/dimensions'))
    return body({
      data: [
        { name: 'Section', field: 'section' },
        { name: 'Famille', field: 'family' },
      ],
    });
  return body({ data: [] });
}

function open(projects: Project[], path = '/project/p1/reporting') {
  const page = <ReportingPage name="Robes" collection={{ type: 'project', id: 'p1' }} projects={projects} />;
  const router = createMemoryRouter([{ path: '/:type/:id/reporting/:urlViewParams?', element: page }], {
    initialEntries: [path],
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => decodeReport(router.state.location.pathname.split('/')[4]);
}

const withSeries = newProject({ has_series: true });

beforeEach(() => {
  Object.assign(server, {
    asked: [],
    series: [newSerie(), lastSeason()],
    status: 'synced',
    report: () => new Response(JSON.stringify(newReport())),
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(String(input), 'https://palier.example');
    server.asked.push(url);
    return answer(url);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the reporting screen', () => {
  it('[SERIES-01] compares two series: a column each and their difference, the reference named', async () => {
    open([withSeries]);
    const grid = await screen.findByRole('treegrid', { name: 'Séries par groupe' });
    const titles = within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(titles).toEqual(expect.arrayContaining(['CA net TTC, k€', 'Plan', '2025', 'Plan / 2025']));
    const chips = within(screen.getByRole('list', { name: 'Séries comparées' }));
    expect(chips.getByRole('button', { pressed: true }).textContent).toContain('référence');
    expect(chips.getByRole('button', { pressed: true }).textContent).toContain('Ventes · Été 2025');
    expect(asked('/report')[0]?.searchParams.get('dimensions')).toBe('section,family');
  });

  it('[REP-01] writes each choice in the address, and asks the server for it', async () => {
    const state = open([withSeries]);
    await screen.findByRole('treegrid');
    fireEvent.click(screen.getByRole('button', { name: /^Plan.*prendre comme référence$/ }));
    expect(state()).toMatchObject({ series: ['plan', 'last'], reference: 'plan' });
    fireEvent.keyDown(screen.getByRole('button', { name: 'Section' }), { key: 'ArrowRight', altKey: true });
    expect(state().dimensions).toEqual(['family', 'section']);
    await waitFor(() =>
      expect(asked('/report').at(-1)?.searchParams.get('dimensions')).toBe('family,section'),
    );
    fireEvent.change(screen.getByLabelText('Jusqu’au'), { target: { value: '14/07/2026' } });
    expect(state()).toMatchObject({
      to_date: '2026-07-14',
      dimensions: ['family', 'section'],
      reference: 'plan',
    });
    await waitFor(() => expect(asked('/report').at(-1)?.searchParams.get('to_date')).toBe('2026-07-14'));
    fireEvent.click(screen.getByRole('button', { name: 'Écarts' }));
    expect(state().form).toBe('gaps');
  });

  it('[SERIES-05] is not offered for a project that has no series, and asks nothing', async () => {
    open([newProject({ has_series: false })]);
    expect(await screen.findByRole('heading', { name: 'Aucune série enregistrée' })).toBeTruthy();
    expect(server.asked).toEqual([]);
  });

  it('says that there is none yet, in the same words, when the server has none', async () => {
    server.series = [];
    open([withSeries]);
    expect(await screen.findByRole('heading', { name: 'Aucune série enregistrée' })).toBeTruthy();
  });

  it('says in place what could not be computed, and tries again', async () => {
    const { report } = server;
    const refusal = { error: 'La réponse prend trop de temps : affinez la demande.', code: 'timeout' };
    server.report = () => new Response(JSON.stringify(refusal), { status: 503 });
    open([withSeries]);
    expect((await screen.findByRole('alert')).textContent).toContain(refusal.error);
    server.report = report;
    fireEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('treegrid')).toBeTruthy();
  });

  it('says above the figures that those of the plan are of before its last changes, while they are recorded', async () => {
    server.status = 'syncing';
    open([withSeries]);
    const note = await screen.findByRole('note', { name: 'Ce que comptent ces chiffres' });
    await waitFor(() => expect(note.textContent).toMatch(/Plan\s: ces chiffres sont d’avant les derniers/));
    expect(note.textContent?.match(/d’avant les derniers changements/g)).toHaveLength(1);
    // On the very chip too, beside the one whose figures stand.
    const [plan, last] = within(screen.getByRole('list', { name: 'Séries comparées' })).getAllByRole(
      'button',
      {
        pressed: undefined,
        name: /Plan|Été 2025/,
      },
    );
    expect(plan?.textContent).toContain('chiffres d’avant');
    expect(last?.textContent).not.toContain('chiffres d’avant');
  });

  it('says which serie has no sales on these days', async () => {
    const { series, ...rest } = newReport();
    const none = series.map((serie, index) => (index === 1 ? { ...serie, span: null } : serie));
    server.report = () => new Response(JSON.stringify({ ...rest, series: none, comparable: false }));
    open([withSeries]);
    const note = await screen.findByRole('note', { name: 'Ce que comptent ces chiffres' });
    expect(note.textContent).toContain('cette série n’a pas de ventes sur ces jours');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Écarts' }).disabled).toBe(true);
  });

  it('[STATE-34] asks for the state of the series every 5 s, of the projects on the screen', async () => {
    vi.useFakeTimers();
    open([withSeries, newProject({ _id: 'p2', has_series: true }), newProject({ _id: 'p3' })]);
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await pass(10);
    const count = asked('/status').length;
    expect(asked('/status')[0]?.searchParams.get('projectIds')).toBe('p1,p2');
    for (const more of [1, 2, 3]) {
      await pass(pollingPeriod);
      expect(asked('/status')).toHaveLength(count + more);
    }
    cleanup();
    await pass(4 * pollingPeriod);
    expect(asked('/status')).toHaveLength(count + 3);
  });
});
