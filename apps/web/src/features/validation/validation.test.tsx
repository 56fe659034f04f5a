import type { RouteOutput, SignatureState } from '@palier/contract';
import { DEARER_PRODUCTS } from '@palier/domain';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getApproval } from '../../lib/calls/get-approval.ts';
import { getChecks } from '../../lib/calls/get-checks.ts';
import { getProjectStats } from '../../lib/calls/get-project-stats.ts';
import { getProjectSummary } from '../../lib/calls/get-project-summary.ts';
import { KeptEdits } from '../../lib/kept-edits.ts';
import { sessionStore } from '../../lib/session/state.ts';
import { newProject, newStats } from '../../test/new-project.ts';
import { withoutCostFilter } from './check-list.ts';
import { ValidationCard } from './validation-card.tsx';
import { ValidationDialog } from './validation-dialog.tsx';

const before = sessionStore.get();
afterEach(() => {
  cleanup();
  sessionStore.set(() => before);
});

const project = newProject();

/** What the server said of the signature. */
interface Known {
  state: SignatureState;
  checks: RouteOutput<'projects.checks'>['data'];
}

/** Draws something for a user, the project's figures being known already. */
function show(shown: ReactNode, canValidatePhases: boolean, known?: Known, stats = newStats()) {
  const user = {
    ...{ sub: 'user-1', name: 'Claire', email: undefined },
    ...{ org_id: undefined, org_name: undefined },
  };
  sessionStore.set((state) => ({ ...state, user, permissions: { 'user-1': { canValidatePhases } } }));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(getProjectStats(project._id).queryKey, stats);
  client.setQueryData(getProjectSummary(project._id, withoutCostFilter).queryKey, {
    ...{ summary: null, discount_count: 3 },
  });
  if (known) {
    client.setQueryData(getApproval(project._id).queryKey, known.state);
    client.setQueryData(getChecks(project._id).queryKey, { version: 7, data: known.checks });
  }
  const around = (children: ReactNode) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </MemoryRouter>
  );
  const { rerender } = render(around(shown));
  return (next: ReactNode) => rerender(around(next));
}

const texts = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const close = () => undefined;

describe('validating a phase', () => {
  it('waits for what this browser has not sent of the listing, wherever it is validated', async () => {
    const edit = { edit: { discount_pct_user: 40 }, former: { discount_pct_user: null } };
    const kept = new KeptEdits('user-1', project._id);
    kept.keep({ l1: edit, l2: edit });
    show(<ValidationCard project={project} />, true);
    expect(texts()).toContain('2 modifications ne sont pas encore enregistréesEnvoyer');
    fireEvent.click(screen.getByRole('button', { name: /^Valider/ }));
    const [dialog] = await screen.findAllByRole('dialog');
    expect(dialog?.textContent).toContain('2 modifications ne sont pas encore enregistrées');
    kept.keep({});
    await vi.waitFor(() => expect(texts().join()).not.toContain('pas encore enregistrées'), 3000);
  });

  it('has one check list, on the overview as over the listing', () => {
    show(<ValidationCard project={project} />, true);
    const onCard = texts();
    cleanup();
    show(<ValidationDialog project={project} onClose={close} />, true);
    expect(texts()).toEqual(onCard);
    expect(onCard).toContain('30 produits du projet à revoirOuvrir');
  });

  it('waits for the edits that are still on their way', () => {
    show(<ValidationDialog project={project} unsent={1} onClose={close} />, true);
    expect(texts()).toContain('1 modification n’est pas encore enregistréeEnvoyer');
    expect(screen.getByRole('button', { name: 'Valider la démarque 3' })).toHaveProperty('disabled', true);
  });

  it('waits for the figures that are being worked out again, and says so', () => {
    const snapshot = { version: 2, status: 'running' as const, data_date: '2026-07-05', discount_count: 100 };
    const moving = { ...project, snapshot: { ...snapshot, error: null, missing: null } };
    show(<ValidationDialog project={moving} onClose={close} />, true);
    expect(screen.getByRole('status').textContent).toContain('Les chiffres se recalculent');
    expect(screen.getByRole('button', { name: 'Valider la démarque 3' })).toHaveProperty('disabled', true);
  });

  it('cannot be done before what the plan loses is known', () => {
    show(<ValidationDialog project={project} onClose={close} />, true);
    expect(screen.getByRole('button', { name: 'Valider la démarque 3' })).toHaveProperty('disabled', true);
  });

  it('[STATE-25] is disabled with its reason without the permission', () => {
    show(<ValidationCard project={project} />, false);
    const button = screen.getByRole('button', { name: 'Valider la démarque 3' });
    expect(button).toHaveProperty('disabled', true);
    expect(screen.getByText(/ne permet pas : valider/)).toBeTruthy();
  });

  it('is disabled, and says why, while the figures of the project were never computed', () => {
    const snapshot = { version: 0, status: 'none' as const, data_date: null, discount_count: 0 };
    const empty = { ...project, snapshot: { ...snapshot, error: null, missing: null } };
    show(<ValidationCard project={empty} />, true);
    expect(screen.getByRole('button', { name: 'Valider la démarque 3' })).toHaveProperty('disabled', true);
    expect(screen.getByText(/ne sont pas encore calculés/)).toBeTruthy();
  });

  it('shows how the stock spreads where the objective is of the stock, as its check reads it', () => {
    const objective = {
      discount_pct_distribution: { 20: 50, 40: 50 },
      discount_pct_distribution_params: { basis: 'sum_stock_qty' as const },
    };
    const shares = [
      { discount_pct: 20, discount_count: 1, sum_stock_qty: 50 },
      { discount_pct: 40, discount_count: 9, sum_stock_qty: 50 },
    ];
    const discount_pct = shares.map((one) => ({ ...one, discount_count_pct: 0, sum_stock_qty_pct: 50 }));
    show(<ValidationDialog project={{ ...project, objective }} onClose={close} />, true, undefined, {
      ...newStats(),
      discount_pct,
    });
    expect(screen.getByRole('region', { name: 'Répartition du stock' }).textContent).toContain('% du stock');
    expect(screen.getByRole('img', { name: /20\s%\s: 50\s% du\sstock, objectif 50\s%/ })).toBeTruthy();
  });

  it('keeps the phase that it was opened with, also once the project has moved on', () => {
    const redraw = show(<ValidationDialog project={project} onClose={close} />, true);
    redraw(<ValidationDialog project={{ ...project, working_phase: 3 }} onClose={close} />);
    expect(screen.getByRole('dialog', { name: 'Valider la démarque 3' })).toBeTruthy();
  });
});

describe('signing a phase', () => {
  const submitted = { ...project, submission_id: 'a1' };
  const submission = {
    ...{ approval_id: 'a1', phase: 2, label: 'Démarque 3', submitted_by: 'user-2', submitted_name: 'Marion' },
    ...{ submitted_at: '2026-07-05T08:00:00Z', word: null, to_user_id: null, to_name: null },
    ...{ decision: null, decided_name: null, decided_at: null, decision_word: null, for_name: null },
  };
  const state: SignatureState = {
    ...{ needed: true, causes: [], mode: 'always', own_signature: false, set_by: null, set_at: null },
    lapsed: { count: 0, days_changed: false, prices_changed: false, lines: [] },
    ...{ submission, signers: [], signs_for: null, refusal: null, history: [submission] },
  };
  const sign = () => screen.getByRole('button', { name: /^Signer et valider/ });

  it('is refused beforehand, with what to do, where a rule of the organisation blocks it', () => {
    const blocked = { key: 'prior_price', state: 'blocked', text: '12 produits', detail: null } as const;
    const checks: Known['checks'] = [{ ...blocked, filter: null }];
    show(<ValidationDialog project={submitted} onClose={close} />, true, { state, checks });
    expect(sign()).toHaveProperty('disabled', true);
    expect(screen.getByRole('alert').textContent).toContain('Une règle de l’enseigne bloque');
    // She gives it back with a word all the same.
    fireEvent.change(screen.getByLabelText('Mot pour Marion'), { target: { value: 'À revoir' } });
    expect(screen.getByRole('button', { name: 'Retourner avec ce mot' })).toHaveProperty('disabled', false);
  });

  it('opens the products of a check with the column of what it looked at', () => {
    const rises = { key: 'price_rises', state: 'attention', text: '3 produits plus chers' } as const;
    const checks: Known['checks'] = [{ ...rises, detail: null, filter: DEARER_PRODUCTS }];
    show(<ValidationDialog project={submitted} onClose={close} />, true, { state, checks });
    const link = screen.getByText('3 produits plus chers').closest('li')?.querySelector('a');
    const search = new URL(link?.href ?? '', 'http://localhost').searchParams;
    expect(search.get('avec')).toBe('priceRise');
    expect(search.get('filtre')).toBe(JSON.stringify(DEARER_PRODUCTS));
  });

  it('says in sight why she may not, not under the pointer alone', () => {
    const refusal = 'Les prix de la démarque se recalculent : signez-la quand ils sont à jour.';
    show(<ValidationDialog project={submitted} onClose={close} />, true, {
      ...{ state: { ...state, refusal }, checks: [] },
    });
    expect(sign()).toHaveProperty('disabled', true);
    expect(screen.getByRole('alert').textContent).toContain('se recalculent');
  });

  it('is given back while its figures are being worked out: a word needs none', () => {
    const snapshot = { version: 2, status: 'running' as const, data_date: '2026-07-05', discount_count: 100 };
    const moving = { ...submitted, snapshot: { ...snapshot, error: null, missing: null } };
    show(<ValidationDialog project={moving} onClose={close} />, true, { state, checks: [] });
    fireEvent.change(screen.getByLabelText('Mot pour Marion'), { target: { value: 'À revoir' } });
    expect(sign()).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Retourner avec ce mot' })).toHaveProperty('disabled', false);
  });
});
