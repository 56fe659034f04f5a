import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

const NAME = 'palier_http_request_duration_seconds';
const BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts requests and their durations by route and status. */
export function measureRequests(app: FastifyInstance, metrics: Registry): void {
  metrics.removeSingleMetric(NAME);
  const durations = new Histogram({
    name: NAME,
    help: 'Requests answered, and how long they took, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'other', status: reply.statusCode };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
}
