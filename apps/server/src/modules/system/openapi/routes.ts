import { openApiDocument } from '@palier/contract';
import type { Handlers } from '../../../http/handlers.ts';
import { documentPage } from './page.ts';

export function openApiRoutes(): Handlers {
  const document = openApiDocument();
  return {
    'openapi.get': async () => document,
    'docs.get': async ({ reply }) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(documentPage(document)),
  };
}
