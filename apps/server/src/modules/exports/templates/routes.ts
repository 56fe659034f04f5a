import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { addTemplate, forgetTemplate, readTemplates, rewriteTemplate } from './service.ts';

/** Layouts of price files. */
export function priceTemplateRoutes({ database: { db } }: Pick<Deps, 'database'>): Handlers {
  return {
    'price_templates.list': async ({ scope }) => ({ data: await readTemplates(db, scope) }),
    'price_templates.create': ({ scope, body }) => addTemplate(db, scope, body),
    'price_templates.update': ({ scope, params, body: { seen, ...template } }) =>
      rewriteTemplate(db, scope, params.id, template, seen),
    'price_templates.delete': ({ scope, params, body }) => forgetTemplate(db, scope, params.id, body),
  };
}
