import type { ApiFile } from './api/client.ts';

/** Hands a file to the browser's downloads; `fallbackName` when the answer gives none. */
export function downloadFile({ blob, filename }: ApiFile, fallbackName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename ?? fallbackName;
  link.click();
  // Revoked after the click has been handled, or some browsers lose the file.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
