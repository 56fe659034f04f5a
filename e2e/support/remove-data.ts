import { rmSync } from 'node:fs';

/**
 * The journeys' data folder is thrown away when this process ends: Playwright stops the server after the teardown,
 * and a job that still writes would fill the folder while it is removed. A server that was there before keeps its own.
 */
export default function removeData(): void {
  const data = process.env.PALIER_E2E_DATA;
  if (!data || process.env.PALIER_E2E_KEEP === '1' || process.env.PALIER_E2E_REUSE === '1') return;
  process.on('exit', () => {
    try {
      rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    } catch (error) {
      console.warn(`The journeys' data stays in ${data}: ${String(error)}`);
    }
  });
}
