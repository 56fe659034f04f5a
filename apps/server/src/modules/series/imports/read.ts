import { foldText, phaseLabel, readFrenchDay, type SerieKind } from '@palier/domain';
import { brokenInFile, brokenReason } from '../../../http/broken-text.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { Role, SerieRowText } from './headings.ts';
import { type NumberWriting, readNumber, readPoints } from './numbers.ts';

/** What a row says once it is understood. */
export interface GivenRow {
  line: number;
  project_id: string;
  product: string;
  project_phase: number;
  serie_date: string;
  name: string;
  kind: SerieKind;
  qty: number;
  discount_pct: number | null;
  sales: number | null;
}

export interface RowFault {
  role: Role;
  reason: string;
}

const KINDS: Readonly<Record<string, SerieKind>> = {
  '': 'forecast',
  prevision: 'forecast',
  previsions: 'forecast',
  plan: 'forecast',
  forecast: 'forecast',
  vente: 'sales',
  ventes: 'sales',
  realise: 'sales',
  sales: 'sales',
  actual: 'sales',
};

/** A phase by its number from 1, or by its name. */
function readPhase(text: string, { phases }: Pick<ProjectRow, 'phases'>): number | null {
  const number = /^(?:d|demarque|phase)?\s*(\d{1,3})$/.exec(foldText(text))?.[1];
  if (number !== undefined && phases[Number(number) - 1]) return Number(number) - 1;
  const named = phases.findIndex((phase, index) => foldText(phaseLabel(phase, index)) === foldText(text));
  return named < 0 ? null : named;
}

const dayOf = (text: string): string | null =>
  /^\d{4}-\d{2}-\d{2}/.test(text) ? text.slice(0, 10) : readFrenchDay(text);

/**
 * The row, or the first thing that is wrong with it. `usual`: the name of a series that has none; `writing`: how its file
 * writes numbers.
 */
export function readSerieRow(
  { line, text }: SerieRowText,
  projects: ReadonlyMap<string, ProjectRow>,
  { usual, writing }: { usual: string; writing: NumberWriting },
): GivenRow | RowFault {
  const project = projects.get(foldText(text.project));
  if (!project) return { role: 'project', reason: 'projet inconnu' };
  if (!text.product) return { role: 'product', reason: 'code produit absent' };
  const project_phase = readPhase(text.phase, project);
  if (project_phase === null) return { role: 'phase', reason: 'démarque inconnue dans ce projet' };
  const broken = brokenInFile(text.name);
  if (broken) return { role: 'name', reason: brokenReason(broken) };
  const kind = KINDS[foldText(text.kind)];
  if (!kind) return { role: 'kind', reason: '« prévision » ou « ventes » attendu' };
  const known = project.data_date ?? project.snapshot_summary?.data_date ?? null;
  const serie_date = text.serie_date ? dayOf(text.serie_date) : known;
  if (serie_date === null) return { role: 'serie_date', reason: 'date attendue (31/12/2026)' };
  const [qty, sales] = [readNumber(text.qty, writing.decimal), readNumber(text.sales, writing.decimal)];
  const discount_pct = readPoints(text.discount, writing.shares);
  if (qty === null || !Number.isFinite(qty)) return { role: 'qty', reason: 'nombre attendu' };
  if (discount_pct !== null && !(Number(discount_pct) >= 0 && Number(discount_pct) <= 100))
    return { role: 'discount', reason: 'taux de 0 à 100 attendu' };
  if (sales !== null && !Number.isFinite(sales)) return { role: 'sales', reason: 'montant attendu' };
  if (kind === 'forecast' && discount_pct === null)
    return { role: 'discount', reason: 'une prévision donne son taux de démarque' };
  if (kind === 'sales' && discount_pct === null && sales === null)
    return { role: 'sales', reason: 'des ventes donnent leur CA, ou leur taux de démarque' };
  return {
    ...{ line, project_id: project.project_id, product: text.product, project_phase, serie_date, kind, qty },
    ...{ name: text.name || usual, discount_pct, sales },
  };
}
