import type { NewRule } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import { ruleEffects } from './effects.ts';
import { presentRule } from './present.ts';
import { previewRule } from './preview.ts';
import { addRules, editRule, processRules, readRulebook, removeRule, ruleHistory } from './service.ts';
import { RuleSummaries } from './summaries.ts';

/** The rulebook of a project: its rules in order, the highest first, and their application to the lines. */
export function ruleRoutes(deps: Pick<Deps, 'database' | 'queue' | 'facts' | 'pictures'>): Handlers {
  const summaries = new RuleSummaries(deps);
  return {
    'rules.list': ({ project }) => readRulebook(deps, project),
    'rules.summary': ({ project }) => summaries.of(project),
    'rules.history': async ({ project, params }) => ({ data: await ruleHistory(deps, project, params.rule) }),
    'rules.create': async ({ project, body }) => {
      const added = await addRules(deps, project, Array.isArray(body) ? body : [body as NewRule]);
      const data = added.map(presentRule);
      return Array.isArray(body) ? { data } : (data[0] ?? { data });
    },
    'rules.update': async ({ scope, params, body: { seen, ...changes } }) =>
      presentRule(await editRule(deps, scope, params.id, changes, seen)),
    'rules.delete': ({ scope, params, body }) => removeRule(deps, scope, params.id, body),
    'rules.preview': ({ project, body }) => previewRule(deps, project, body),
    'rules.effects': async ({ project, params }) => ({ data: await ruleEffects(deps, project, params.id) }),
    'rules.process': async ({ project }) => ({ processing_rule_count: await processRules(deps, project) }),
  };
}
