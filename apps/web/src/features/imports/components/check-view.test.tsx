import type { Import, WarehouseVersion } from '@palier/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../lib/session/state.ts';
import { getImport } from '../api/imports.ts';
import { listVersions } from '../api/versions.ts';
import type { ImportReport } from '../model/columns.ts';
import { CheckView } from './check-view.tsx';
import { FilesCard } from './files-card.tsx';
import { ImportResult } from './import-result.tsx';
import { NextStepCard } from './next-step-card.tsx';

const signedOut = sessionStore.get();
beforeEach(() => {
  const user = { sub: 'u', name: 'Nadia', email: undefined, org_id: undefined, org_name: undefined };
  sessionStore.set((state) => ({ ...state, user, permissions: { u: { canImport: true } } }));
});
afterEach(() => {
  cleanup();
  sessionStore.set(() => signedOut);
});

const totals = {
  ...{ item_group_count: 72, item_count: 210, sale_rows: 12, sale_quantity: 60, sale_amount: 8900 },
  ...{ stock_quantity: 168, order_quantity: 0, place_count: 2 },
};
const question: ImportReport['questions'][number] = {
  ...{ key: 'removal:ventes.csv', code: 'removal', file: 'ventes.csv', column: null },
  text: 'Cet import retire 320 € : est-ce voulu ?',
  choices: [
    { value: 'remove', label: 'Retirer', detail: '320 €' },
    { value: 'complete', label: 'Garder', detail: null },
  ],
};
const cell = (before: number, after: number) => ({
  revenue: [before, after] as [number, number],
  quantity: [0, 0] as [number, number],
  stock: [0, 0] as [number, number],
});

function newReport(over: Partial<ImportReport> = {}): ImportReport {
  return {
    status: 'completed',
    files: [
      {
        ...{
          file: 'ventes.csv',
          kind: 'sales',
          rows_read: 14,
          rows_kept: 12,
          rows_rejected: 2,
          rows_warned: 0,
        },
        ...{
          first_date: '2026-06-01',
          last_date: '2026-06-30',
          total_quantity: 60,
          total_amount: 8900,
          amount_tax: 'incl' as const,
          currency: 'EUR',
          other_amounts: [],
        },
      },
    ],
    ...{ errors: [], error_count: 0, warnings: [], warning_count: 0, error_files: [], ignored_files: [] },
    ...{ questions: [question], totals, totals_before: null },
    effect: {
      places: [{ code: 'L1', name: 'Lyon', currency: null }],
      other_count: 3,
      prices: [],
      months: [{ month: '2026-06', cells: [cell(100, 180), cell(0, 50), cell(100, 230)] }],
    },
    gaps: [
      {
        ...{ month: '2026-06', place: 'Lyon', place_name: 'Lyon', measure: 'revenue' },
        ...{ expected: 200, found: 180, causes: ['ventes.csv, lignes 3 à 4 : 2 lignes refusées'] },
      },
    ],
    ...{
      quality: [],
      products: null,
      unchanged: false,
      data_date: '2026-06-30',
      currency: 'EUR',
      amounts: [],
      vat_rate: null,
    },
    ...{ cost_share_of_price: null, duration_ms: 10, note: null, readings: [] },
    ...over,
  };
}

const item: Import = {
  ...{ _id: 'import-1', status: 'completed', stage: null, progress: 1, files: [], error: null },
  ...{ created_at: '2026-07-06T08:00:00Z', created_by: 'claire', finished_at: null, report: null },
  ...{
    check: 'staged',
    stale: null,
    reading: '01900000-0000-7000-8000-000000000001',
    mode: 'full',
    answers: {},
  },
};

function show(report: ImportReport, over: Partial<Import> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(listVersions().queryKey, { data: [] });
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <CheckView item={{ ...item, ...over }} report={report} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

const publish = () => screen.getByRole('button', { name: /^Importer 12 lignes de 1 fichier$/ });

describe('the control of files', () => {
  it('ticks nothing for the user, and Importer waits for every answer', () => {
    show(newReport());
    expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).checked)).toEqual([
      false,
      false,
    ]);
    expect(publish()).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('radio', { name: /^Retirer/ }));
    expect(publish()).toHaveProperty('disabled', false);
  });

  it('says which reading is likely, and never that losing what is there is', () => {
    show(newReport());
    cleanup();
    show(newReport({ questions: [{ ...question, code: 'kind', text: 'Que contient ce fichier ?' }] }));
    const first = screen.getAllByRole('radio')[0]?.closest('label');
    expect(first?.textContent).toContain('probable');
  });

  const looks = (file: string, doubts?: string[]) => ({
    ...question,
    ...{ key: `reading:${file}`, code: 'reading' as const, file, doubts },
    examples: [`Le 13 juin 2026, Lyon a vendu 3 × ${file}.`],
    choices: [
      { value: 'confirm', label: 'C’est bien cela', detail: null },
      { value: 'aside', label: 'Ne pas l’importer', detail: null },
    ],
  });
  const said = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/g, ' '));

  it('[IMPEX-03] shows what was read of files of new layouts in plain words, confirmed by one click for all', () => {
    show(newReport({ questions: [looks('a.csv'), looks('b.csv')] }));
    expect(said()).toEqual(expect.arrayContaining(['Le 13 juin 2026, Lyon a vendu 3 × a.csv.']));
    expect(publish()).toHaveProperty('disabled', true);
    const all = screen.getByRole('checkbox', { name: /^C’est bien cela, pour les 2 fichiers$/ });
    expect(all).toHaveProperty('checked', false);
    fireEvent.click(all);
    expect(publish()).toHaveProperty('disabled', false);
    fireEvent.click(all);
    expect(publish()).toHaveProperty('disabled', true);
  });

  it('[IMPEX-03] asks by itself what something speaks against, once nothing else is asked of the file', () => {
    const kind = {
      ...{
        ...question,
        key: 'kind:b.csv',
        code: 'kind' as const,
        file: 'b.csv',
        text: 'Que contient b.csv ?',
      },
      choices: [
        { value: 'sales', label: 'Des ventes', detail: null },
        { value: 'stock', label: 'Des stocks', detail: null },
      ],
    };
    show(newReport({ questions: [looks('a.csv', ['« Xyz » n’est pas comprise.']), kind, looks('b.csv')] }));
    expect(said()).toContain('« Xyz » n’est pas comprise.');
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(screen.getByRole('radio', { name: /^Des ventes/ }));
    fireEvent.click(screen.getByRole('radio', { name: /^C’est bien cela/ }));
    expect(publish()).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('checkbox', { name: /^C’est bien cela$/ }));
    expect(publish()).toHaveProperty('disabled', false);
  });

  it('says what counts otherwise than it was read, and the total of the months', () => {
    const effect = newReport().effect;
    const months = ['2026-06', '2026-05'].map((month) => ({
      ...{ month, cells: [cell(100, 180), cell(0, 50), cell(100, 230)] },
    }));
    const readings = ['Stock : 57 pièces lues, 3 négatives comptées 0 : 60 comptées.'];
    show(newReport({ readings, effect: effect && { ...effect, months } }));
    expect(screen.getByText(/57 pièces lues/)).toBeTruthy();
    const total = screen.getByRole('row', { name: /^Total/ });
    expect(total.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
      'Total360 €+160 €100 €+100 €460 €+260 €',
    );
  });

  it('keeps the answers that the check was read with', () => {
    show(newReport(), { answers: { [question.key]: 'complete' } });
    expect(screen.getByRole('radio', { name: /^Garder/ })).toHaveProperty('checked', true);
    expect(publish()).toHaveProperty('disabled', false);
  });

  it('shows what changes by month and place, and where the till says something else', () => {
    show(newReport());
    const table = within(screen.getByRole('region', { name: 'Ce qui va changer' })).getByRole('table');
    const texts = within(table)
      .getAllByRole('row')
      .map((row) => row.textContent?.replaceAll(/[\u00a0\u202f]/g, ' '));
    expect(texts).toEqual(['MoisLyon3 autresTotal', 'Juin 2026180 €+80 €−20 € / caisse50 €+50 €230 €+130 €']);
    expect(screen.getByText(/lignes 3 à 4/)).toBeTruthy();
  });

  it('[IMPEX-03] says what changes in list prices, and what of it was signed', () => {
    const effect = newReport().effect;
    const example = { item_group_id: 'A', title: 'Robe', before: 50, after: 52, currency: null, from: null };
    const up = { count: 30, mean_pct: 12, examples: [example] };
    const prices = [{ list: '', is_usual: true, up, down: null, lost_count: 0 }];
    const signed = { product_count: 4, dearer_count: 0, project_count: 1 };
    show(newReport({ effect: effect && { ...effect, prices, signed } }));
    const section = screen.getByRole('region', { name: 'Prix de vente qui changent' });
    expect(section.textContent?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(
      'Prix de vente30 prix augmentent de 12 % en moyenneRobe (A) : 50,00 € → 52,00 €4 produits sont signés à un autre prix de vente, dans 1 projet',
    );
  });

  it('waits for the end of the check, which comes after its report', () => {
    show(newReport({ questions: [] }), { status: 'running' });
    expect(publish()).toHaveProperty('disabled', true);
  });

  it('has nothing to import when no row can be kept', () => {
    show(newReport({ status: 'refused', questions: [], effect: null }));
    expect(publish()).toHaveProperty('disabled', true);
    expect(screen.getByText(/Aucune ligne .* rien à importer/)).toBeTruthy();
  });
});

/** Two files whose kind is asked; the server takes its time to begin to read them again. */
function showTwoQuestions() {
  const sent: Record<string, string>[] = [];
  const waits: (() => void)[] = [];
  let now: Import = {
    ...item,
    report: newReport({
      questions: ['a.csv', 'b.csv'].map((file) => ({
        ...{ key: `kind:${file}`, code: 'kind' as const, file, column: null, text: `Que contient ${file} ?` },
        choices: [
          { value: 'sales', label: `Ventes de ${file}`, detail: null },
          { value: 'stock', label: `Stock de ${file}`, detail: null },
        ],
      })),
    }),
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'PUT') return Response.json(now);
    const { answers } = JSON.parse(String(init.body)) as { answers: Record<string, string> };
    sent.push(answers);
    await new Promise<void>((resolve) => waits.push(resolve));
    now = { ...now, status: 'requested', report: null, answers: { ...now.answers, ...answers } };
    return Response.json(now);
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(listVersions().queryKey, { data: [] });
  client.setQueryData(getImport(item._id).queryKey, now);
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <ImportResult importId={item._id} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const answers = () => client.getQueryData(getImport(item._id).queryKey)?.answers;
  return { sent, waits, answers };
}

it.each([
  ['another than the likely one', /^Stock de b/, 'stock'],
  ['the likely one', /^Ventes de b/, 'sales'],
])(
  'an answer given before the files are read again with the one before is kept: %s',
  async (_, label, value) => {
    const { sent, waits, answers } = showTwoQuestions();
    fireEvent.click(screen.getByRole('radio', { name: /^Stock de a/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const second = screen.getByRole('radio', { name: label });
    expect(second.matches(':disabled')).toBe(false);
    fireEvent.click(second);
    expect(screen.getByRole('button', { name: /^Importer 12/ })).toHaveProperty('disabled', true);
    waits[0]?.();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ 'kind:a.csv': 'stock', 'kind:b.csv': value });
    waits[1]?.();
    await waitFor(() => expect(answers()).toEqual(sent[1]));
    vi.restoreAllMocks();
  },
);

/** A check on its own address, given up while its job was about to end: its screen may know it before the answer. */
function showGivenUp() {
  let now: Import = { ...item, status: 'running', report: newReport({ questions: [] }) };
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'DELETE') return Response.json(now);
    now = { ...now, status: 'cancelled', check: 'discarded' };
    await answered;
    return Response.json(now);
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(listVersions().queryKey, { data: [] });
  const { queryKey } = getImport(item._id);
  client.setQueryData(queryKey, now);
  render(
    <MemoryRouter initialEntries={['/import/import-1']}>
      <QueryClientProvider client={client}>
        <Routes>
          <Route path="/import" element={<p>les imports passés</p>} />
          <Route path="/import/:importId" element={<ImportResult importId={item._id} />} />
        </Routes>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return { answer, tell: () => client.invalidateQueries({ queryKey }) };
}

it('a check given up leads to the past imports though its screen knew it first, and never says that data came in', async () => {
  const { answer, tell } = showGivenUp();
  fireEvent.click(screen.getByRole('button', { name: 'Abandonner' }));
  await tell();
  expect(await screen.findByText(/L’import a été arrêté/)).toBeTruthy();
  expect(screen.queryByText('Et maintenant')).toBeNull();
  answer();
  expect(await screen.findByText('les imports passés')).toBeTruthy();
  vi.restoreAllMocks();
});

function showNext(report: ImportReport, versions: WarehouseVersion[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(listVersions().queryKey, { data: versions });
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <NextStepCard importId="import-1" report={report} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

it('what comes next is an operation with these products; what is missing is said with its remedy', () => {
  const products = { count: 12, all: false, own_value: null, codes: ['A1'] };
  showNext(newReport({ totals: { ...totals, sale_rows: 0 }, products }), []);
  const link = screen.getByRole('link', { name: 'Créer une opération avec ces 12 produits' });
  expect(link.getAttribute('href')).toMatch(/^\/operations\?nouveau=&import=/);
  expect(screen.getByRole('listitem').textContent).toMatch(/Aucune vente.*Importez les ventes/);
});

it('one product alone is named in the singular', () => {
  const products = { count: 1, all: false, own_value: null, codes: ['A1'] };
  const single = newReport({ totals: { ...totals, item_group_count: 1, item_count: 1 }, products });
  showNext(single, []);
  expect(screen.getByRole('link', { name: 'Créer une opération avec ce produit' })).toBeTruthy();
  render(<FilesCard report={single} />);
  const all = screen.getByRole('region', { name: 'Toutes vos données après cet import' });
  expect(all.textContent).toMatch(/1produit1variante60pièces vendues/);
});

it('what was never received is unknown, not nothing, in the words of the projects that lack it', () => {
  const report = newReport({ totals: { ...totals, stock_rows: 0, stock_quantity: 0, order_rows: 0 } });
  showNext(report, []);
  expect(screen.getByRole('listitem').textContent).toMatch(
    /Aucun stock n’a été importé.*Importez le stock par produit/,
  );
  cleanup();
  render(<FilesCard report={report} />);
  const all = screen.getByRole('region', { name: 'Toutes vos données après cet import' });
  expect(all.textContent).toMatch(/-pièces en stock, non importées/);
  expect(all.textContent).toMatch(/-pièces en commande, non importées/);
  expect(all.textContent).not.toMatch(/(^|\D)0pièces/);
});

it('an import is undone in one click as long as it is the one in place', () => {
  const version = (number: number, over: Partial<WarehouseVersion>): WarehouseVersion => ({
    ...{ version: number, published_at: `2026-07-0${number}T08:00:00Z`, published_by: 'Claire' },
    ...{ is_current: false, import_id: null, restored_from: null, mode: 'incremental', files: [] },
    ...{ rows_rejected: 0, currency: 'EUR' },
    figures: {
      ...{ sale_amount: 0, sale_quantity: 0, stock_quantity: 0, order_quantity: 0, item_group_count: 0 },
      ...{ item_count: 0, place_count: 0, price_count: 0, last_sale_date: null, data_date: null },
    },
    ...over,
  });
  const before = version(1, {});
  showNext(newReport(), [version(2, { is_current: true, import_id: 'import-1' }), before]);
  expect(screen.getByRole('button', { name: 'Annuler cet import' }).title).toContain('1 juillet');
  cleanup();
  showNext(newReport(), [version(3, { is_current: true }), version(2, { import_id: 'import-1' }), before]);
  expect(screen.queryByRole('button', { name: 'Annuler cet import' })).toBeNull();
});
