import { basename, extname } from 'node:path';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../http/errors.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { picturePath } from '../../folders/index.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
};

export function pictureRoutes({ folders, pictures }: Pick<Deps, 'folders' | 'pictures'>): Handlers {
  return {
    'pictures.get': async ({ params, query, reply }) => {
      const picture = pictures.open(params.id, query.signature);
      if (!picture) throw notFound('Cette photo');
      const path = `${picturePath(picture.organization_id)}/${basename(picture.file)}`;
      const file = await folders.readFile(path);
      if (!file) throw notFound('Cette photo');
      return (
        reply
          .type(TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream')
          .header('cache-control', 'private, max-age=86400')
          .header('content-length', file.size)
          .header('x-content-type-options', 'nosniff')
          // A retailer's SVG opened by itself runs nothing.
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .send(file.bytes)
      );
    },
  };
}
