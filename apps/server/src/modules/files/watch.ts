import process from 'node:process';
import { workerData } from 'node:worker_threads';

// A thread of a reader that ends its process when it holds too much memory, or when the server is no more. The
// thread runs while the reader is held up by a file, in our code or in a library's.

const { memory_bytes, parent } = workerData as { memory_bytes: number; parent: number };
const EVERY_MS = 25;

setInterval(() => {
  if (process.memoryUsage.rss() > memory_bytes || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
