import type { FastifyInstance } from 'fastify';

export interface Metrics {
  render(eventLoopDelay: number): string;
}

const BUCKETS = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Series {
  count: number;
  seconds: number;
  buckets: number[];
}

/** Counts requests and their durations by route and status, in Prometheus's text format. */
export function measureRequests(app: FastifyInstance): Metrics {
  const series = new Map<string, Series>();
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'other';
    const labels = `method="${request.method}",route="${route}",status="${reply.statusCode}"`;
    const seconds = reply.elapsedTime / 1000;
    const one = series.get(labels) ?? { count: 0, seconds: 0, buckets: BUCKETS.map(() => 0) };
    one.count += 1;
    one.seconds += seconds;
    BUCKETS.forEach((limit, index) => {
      if (seconds <= limit) one.buckets[index] = (one.buckets[index] ?? 0) + 1;
    });
    series.set(labels, one);
  });
  return { render: (eventLoopDelay) => render(series, eventLoopDelay) };
}

function render(series: ReadonlyMap<string, Series>, eventLoopDelay: number): string {
  const { rss, heapUsed } = process.memoryUsage();
  const name = 'palier_http_request_duration_seconds';
  const lines = [
    '# TYPE palier_resident_memory_bytes gauge',
    `palier_resident_memory_bytes ${rss}`,
    '# TYPE palier_heap_used_bytes gauge',
    `palier_heap_used_bytes ${heapUsed}`,
    '# TYPE palier_event_loop_delay_p99_seconds gauge',
    `palier_event_loop_delay_p99_seconds ${eventLoopDelay}`,
    `# TYPE ${name} histogram`,
  ];
  for (const [labels, one] of series) {
    BUCKETS.forEach((limit, index) => {
      lines.push(`${name}_bucket{${labels},le="${limit}"} ${one.buckets[index] ?? 0}`);
    });
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${one.count}`);
    lines.push(`${name}_sum{${labels}} ${one.seconds}`, `${name}_count{${labels}} ${one.count}`);
  }
  return `${lines.join('\n')}\n`;
}
