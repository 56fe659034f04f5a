import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../db/faults.ts';
import { isPicture } from './service.ts';

/** Addresses of product pictures that open without a token, for those who were given them. */
export interface Pictures {
  /** The address of a product's picture; a full address of the retailer's stays as it is. */
  url(organization_id: string, image: unknown): string | null;
  /** The file that a signed link names; null when the signature is not ours. */
  open(id: string, signature: string | undefined): { organization_id: string; file: string } | null;
}

const SEPARATOR = '~';

export function createPictures(data_folder: string): Pictures {
  const key = readKey(join(data_folder, 'keys'));
  const sign = (id: string) => createHmac('sha256', key).update(id).digest('base64url').slice(0, 27);
  return {
    url(organization_id, image) {
      if (typeof image !== 'string' || image === '') return null;
      if (/^https?:\/\//i.test(image) || image.startsWith('/api/')) return image;
      const file = image.split(/[\\/]/).at(-1) ?? '';
      if (!isPicture(file)) return null;
      const id = `${organization_id}${SEPARATOR}${file}`;
      return `/api/pictures/${encodeURIComponent(id)}?signature=${sign(id)}`;
    },
    open(id, signature) {
      const expected = Buffer.from(sign(id));
      const given = Buffer.from(signature ?? '');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const at = id.indexOf(SEPARATOR);
      return { organization_id: id.slice(0, at), file: id.slice(at + 1) };
    },
  };
}

/** The signing key, made once; only its owner may read it. */
function readKey(folder: string): Buffer {
  const path = join(folder, 'pictures.key');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return readFileSync(path);
}
