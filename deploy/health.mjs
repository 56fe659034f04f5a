// What a container or a script asks of a process: 0 when it is ready. A worker answers on PALIER_WORKER_PORT.
const port = process.env.PALIER_WORKER_PORT || process.env.PALIER_PORT || '4600';
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(4000),
}).catch((error) => ({ ok: false, status: error.message }));
if (!answer.ok) {
  console.error(`/health/ready: ${answer.status}`);
  process.exit(1);
}
