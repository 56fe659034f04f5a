import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generateRetailer } from './generate.ts';
import type { RetailerOptions, RetailerReport } from './options.ts';

/**
 * Writes a retailer's files into `folder` (made when absent). A file of an earlier run is replaced; others are kept.
 * Memory stays bounded whatever the number of products.
 */
export async function writeRetailer(folder: string, options: RetailerOptions = {}): Promise<RetailerReport> {
  const files = new Map<string, number>();
  const pieces = generateRetailer(options);
  let bytes = 0;
  try {
    for (;;) {
      const piece = pieces.next();
      if (piece.done) return { folder, ...piece.value, files: files.size, bytes };
      const { path, text } = piece.value;
      let file = files.get(path);
      if (file === undefined) {
        file = create(join(folder, path));
        // A picture comes whole: its descriptor would only be one of thousands left open.
        files.set(path, path.startsWith('photos/') ? -1 : file);
      }
      bytes += writeSync(file, text);
      if (files.get(path) === -1) closeSync(file);
    }
  } finally {
    for (const file of files.values()) if (file >= 0) closeSync(file);
  }
}

function create(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return openSync(path, 'w');
}
