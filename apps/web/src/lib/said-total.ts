import type { Project } from '@palier/contract';
import { awaitsClosing, type Group } from '@palier/domain';

/**
 * A project's figures as screens say them. Past its end with a phase never validated, nothing is left to forecast and what
 * was sold is not counted: its forecasts are unknown until it is closed, never 0, here as on the home page.
 */
export function saidTotal(project: Project, total: Group | null): Group | null {
  if (!total || !awaitsClosing(project)) return total;
  return { ...total, discount_budget: null, phase_forecast: null, forecast: null };
}
