import { openApiDocument } from '@palier/contract';
import type { Handlers } from '../../../http/handlers.ts';
import { documentPage } from './page.ts';

export function openApiRoutes(): Handlers {
  // Written when somebody first reads it: a start would take half a second longer for it.
  let document: ReturnType<typeof openApiDocument> | undefined;
  const read = () => (document ??= openApiDocument());
  return {
    'openapi.get': async () => read(),
    'docs.get': async ({ reply }) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(documentPage(read())),
  };
}
