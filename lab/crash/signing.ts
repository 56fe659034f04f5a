import { type Ask, Refused } from './asking.ts';
import type { Ledger } from './ledger.ts';

const SIGNED = 1;

/** Whether the first phase of a project is validated, as a value of a ledger: null when it is not. */
async function signedPhase(ask: Ask, project_id: string): Promise<number | null> {
  const { data } = await ask<{ data: { _id: string; working_phase: number | null }[] }>('/projects');
  return data.find(({ _id }) => _id === project_id)?.working_phase === 0 ? null : SIGNED;
}

/**
 * Validates the first phase of a project, or opens it again when it is validated. One writer alone may: it is refused
 * while new figures are computed, and is tried again later.
 */
export async function signOrReopen(ask: Ask, project_id: string, signings: Ledger): Promise<void> {
  const isSigned = (await signedPhase(ask, project_id)) === SIGNED;
  const path = `/projects/${project_id}`;
  await signings
    .write([project_id], isSigned ? null : SIGNED, async () => {
      if (isSigned) await ask(`${path}/reopening`, 'POST', { reason: 'Erreur de date' });
      else await ask(path, 'PUT', { working_phase: 1, control_reason: 'Essai' });
      return { activity_id: null };
    })
    .catch((error) => {
      if (!(error instanceof Refused && error.status === 409)) throw error;
    });
}

/** Sentences about a project whose phase is not as acknowledged, or has the prices of a part of its lines. */
export async function signingFaults(
  ask: Ask,
  project_id: string,
  line_count: number,
  signings: Ledger,
): Promise<string[]> {
  const phase = await signedPhase(ask, project_id);
  const { validated, summary } = await ask<{ validated: boolean; summary: { product_count: number } }>(
    `/projects/${project_id}/prices?phase=0`,
  );
  const faults = signings.compare(new Map([[project_id, phase]]));
  if (validated !== (phase === SIGNED))
    faults.push(`phase ${phase}, but its prices say validated: ${validated}`);
  if (summary.product_count !== line_count)
    faults.push(`${summary.product_count} products have a price of the first phase`);
  return faults;
}
