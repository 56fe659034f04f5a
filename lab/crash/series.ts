import { setTimeout as wait } from 'node:timers/promises';
import type { Ask } from './asking.ts';

const PATIENCE_MS = 120_000;

interface Listed {
  project_id: string;
  /** The lines of the project, in parts. */
  lines: string[][];
}

interface Report {
  total: { series: { sales_qty?: number | null; item_group_count?: number | null }[] };
}

/** Sentences about listed series that cannot be read, or that lack a line. */
export async function seriesFaults(ask: Ask, { project_id, lines }: Listed): Promise<string[]> {
  interface List {
    series: { label: string; serie_date: string; kind: string; scenario_id: string | null }[];
  }
  const { series } = await ask<List>(`/series?projectIds=${project_id}`);
  const faults: string[] = [];
  for (const { label, serie_date, kind, scenario_id } of series) {
    const named = encodeURIComponent(JSON.stringify([{ serie_date, kind, scenario_id }]));
    const answer = await ask<Report>(`/series/report?projectIds=${project_id}&series=${named}`).catch(String);
    const count = typeof answer === 'string' ? answer : answer.total.series[0]?.item_group_count;
    if (count !== lines.flat().length) faults.push(`series ${label} of ${serie_date}: ${count} lines`);
  }
  return faults;
}

/** Sentences when the series never become those of the decisions. */
export async function lookAtSeries(ask: Ask, scene: Listed): Promise<string[]> {
  const { project_id } = scene;
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { status } = await ask<{ status: string }>(`/series/status?projectIds=${project_id}`);
    if (status === 'synced') break;
    if (Date.now() > until) return [`the series are ${status} for ever`];
    await wait(500);
  }
  interface Groups {
    summary: { forecast?: { sales_qty?: number | null } };
  }
  const { summary } = await ask<Groups>(`/projects/${project_id}/discounts/groups?by=family&summary=true`);
  const { data } = await ask<{ data: { data_date: string; _id: string }[] }>('/projects');
  const date = data.find(({ _id }) => _id === project_id)?.data_date;
  const plan = encodeURIComponent(JSON.stringify([{ serie_date: date, kind: 'forecast' }]));
  const { total } = await ask<Report>(`/series/report?projectIds=${project_id}&series=${plan}`);
  const [forecast, recorded] = [
    summary.forecast?.sales_qty ?? Number.NaN,
    total.series[0]?.sales_qty ?? Number.NaN,
  ];
  const isSame = Math.abs(forecast - recorded) < 1e-6 * Math.max(20, Math.abs(forecast));
  return [
    ...(isSame ? [] : [`the plan forecasts ${forecast} units, its series ${recorded}`]),
    ...(await seriesFaults(ask, scene)),
  ];
}
