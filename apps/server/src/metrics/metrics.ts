import { readFileSync } from 'node:fs';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { Facts } from '../modules/facts/service.ts';
import { countOpenJobs } from '../queue/job-rows.ts';
import type { Queue } from '../queue/types.ts';

/** From a check of a small file to the fit of a large season. */
const JOB_BUCKETS = [0.5, 1, 2, 5, 10, 30, 60, 300, 1800];

interface Measured {
  database: Database;
  facts: Facts;
  queue: Queue;
}

/** What this process tells those who watch it, in Prometheus's format; who serves requests adds theirs. */
export function openMetrics({ database, facts, queue }: Measured): Registry {
  const metrics = new Registry();
  measureVersion(metrics);
  measureQueue(metrics, database, queue);
  measurePool(metrics, database);
  measureFacts(metrics, facts);
  return metrics;
}

/** A figure read when it is asked for; a second application on the same stores takes the place of the first. */
export function addGauge(
  metrics: Registry,
  name: string,
  help: string,
  read: () => number | Promise<number>,
): void {
  metrics.removeSingleMetric(name);
  const gauge = new Gauge({
    name,
    help,
    registers: [metrics],
    async collect() {
      gauge.set(await read());
    },
  });
}

function measureVersion(metrics: Registry): void {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const info = { name: 'palier_build_info', help: 'The version that runs', labelNames: ['version', 'node'] };
  new Gauge({ ...info, registers: [metrics] }).set({ version, node: process.version }, 1);
}

/** Jobs are everybody's: each process reads the same table. */
function measureQueue(metrics: Registry, { db }: Database, queue: Queue): void {
  const open = new Gauge({
    name: 'palier_jobs_open',
    help: 'Jobs that wait or run, of every process',
    labelNames: ['kind', 'status'],
    registers: [metrics],
    async collect() {
      const jobs = await countOpenJobs(db);
      open.reset();
      for (const { kind, status, count } of jobs) open.set({ kind, status }, count);
    },
  });
  const oldest = new Gauge({
    name: 'palier_job_oldest_wait_seconds',
    help: 'How long the oldest job that waits has been waiting',
    labelNames: ['kind'],
    registers: [metrics],
    async collect() {
      const jobs = await countOpenJobs(db);
      oldest.reset();
      for (const { kind, status, oldest_seconds } of jobs)
        if (status === 'requested') oldest.set({ kind }, oldest_seconds);
    },
  });
  const durations = new Histogram({
    name: 'palier_job_duration_seconds',
    help: 'Jobs that this process ended, and how long they took',
    labelNames: ['kind', 'status'],
    buckets: JOB_BUCKETS,
    registers: [metrics],
  });
  queue.onEnd(({ kind, status, seconds }) => durations.observe({ kind, status }, seconds));
}

function measurePool(metrics: Registry, database: Database): void {
  const connections = new Gauge({
    name: 'palier_database_connections',
    help: 'Connections to PostgreSQL by state, and requests that wait for one',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      for (const [state, count] of Object.entries(database.connections() ?? {}))
        connections.set({ state }, count);
    },
  });
}

function measureFacts(metrics: Registry, facts: Facts): void {
  addGauge(
    metrics,
    'palier_open_projects',
    'Projects whose facts this process has open',
    () => facts.opened().projects,
  );
  addGauge(metrics, 'palier_open_lines', 'Lines of the projects that are open', () => facts.opened().lines);
  addGauge(metrics, 'palier_duckdb_memory_bytes', "Memory of the listings' DuckDB", () =>
    facts.memoryBytes(),
  );
}
