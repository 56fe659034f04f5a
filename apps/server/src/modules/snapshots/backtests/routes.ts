import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { readBacktest } from './service.ts';

export function backtestRoutes(deps: Deps): Handlers {
  return { 'projects.backtest': ({ project }) => readBacktest(deps, project) };
}
