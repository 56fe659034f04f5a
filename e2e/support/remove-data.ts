import { rmSync } from 'node:fs';

/** The journeys' data folder is thrown away with the server that used it. */
export default function removeData(): void {
  const data = process.env.PALIER_E2E_DATA;
  if (data && process.env.PALIER_E2E_KEEP !== '1') rmSync(data, { recursive: true, force: true });
}
