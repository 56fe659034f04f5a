import { mailChoices } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { changeMailChoices, readMailChoices } from './mail/repository.ts';
import { markRead } from './repository.ts';
import { readNews, tellNews } from './service.ts';

export function newsRoutes(deps: Pick<Deps, 'database' | 'events' | 'facts' | 'config'>): Handlers {
  const { facts, config, events } = deps;
  const { db } = deps.database;
  return {
    'news.list': ({ scope }) => readNews({ db, facts }, scope),
    'news.read': async ({ scope, body }) => {
      await markRead(db, scope, body.ids ?? null);
      // Her other screens.
      await tellNews(events, scope);
      return readNews({ db, facts }, scope);
    },
    'news.choices': async ({ scope }) => ({
      is_mail_sent: config.smtp !== null,
      choices: mailChoices(await readMailChoices(db, scope)),
    }),
    'news.choose': async ({ scope, body }) => {
      await changeMailChoices(db, scope, body);
      return { is_mail_sent: config.smtp !== null, choices: mailChoices(await readMailChoices(db, scope)) };
    },
  };
}
