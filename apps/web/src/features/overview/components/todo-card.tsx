import type { Project, ProjectStats } from '@palier/contract';
import { formatCompactMoney, formatMoney, isClosed, readNumber } from '@palier/domain';
import { useQueries, useQuery } from '@tanstack/react-query';
import { getLossThreshold } from '../../../lib/calls/get-loss-threshold.ts';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { getRuleSummary } from '../../../lib/calls/get-rule-summary.ts';
import { countOf, plural } from '../../../lib/french.ts';
import { listingLink } from '../../../lib/listing-link.ts';
import { paths } from '../../../lib/paths.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { type CostlyRules, costlyRules } from '../model/costly-rules.ts';
import { type TodoTopic, todoTopics } from '../model/todo.ts';
import styles from './todo-card.module.css';

/** `stake`: null where no stock was ever counted. */
type Item = TodoTopic & { count: number; stake: number | null };

/**
 * The dearest rule of the project, when it costs more than a plan may lose unsaid. It may take longer to know than the
 * rest, which does not wait for it.
 */
function useCostlyRules(
  { _id, accounting_currency }: Project,
  costs: boolean,
): { costly: CostlyRules | null; awaited: boolean } {
  const rules = useQuery({ ...getRuleSummary(_id), enabled: costs });
  const total = useQuery({ ...getProjectSummary(_id), enabled: costs });
  const threshold = useQuery({ ...getLossThreshold(), enabled: costs });
  const merit = readNumber(total.data?.summary, 'forecast.profit_after_leftovers');
  const awaited = costs && [rules, total, threshold].some(({ isPending }) => isPending);
  if (!costs || !rules.data || !threshold.data || merit === null) return { costly: null, awaited };
  return {
    costly: costlyRules(rules.data, merit, threshold.data.threshold_pct, accounting_currency),
    awaited,
  };
}

/** What asks for a decision: rules that cost much, then products ranked by the stock value at stake. */
export function TodoCard({ project }: { project: Project; stats: ProjectStats }) {
  const costs = useCosts();
  const topics = todoTopics(project, costs);
  const results = useQueries({
    queries: topics.map((topic) => ({ ...getProjectSummary(project._id, topic.filter), retry: false })),
  });
  const items = topics
    .flatMap((topic, index): Item[] => {
      const data = results[index]?.data;
      const stake = readNumber(data?.summary, costs ? 'stock_cost_value' : 'stock_retail_value');
      return data && data.discount_count > 0 ? [{ ...topic, count: data.discount_count, stake }] : [];
    })
    .sort((a, b) => (b.stake ?? 0) - (a.stake ?? 0));
  const failed = results.filter(({ isError }) => isError);
  const { costly, awaited } = useCostlyRules(project, costs && !isClosed(project));
  // Nothing is said to be left to do before everything is known.
  const pending = awaited || results.some((result) => result.isPending);
  const most = Math.max(1, ...items.map((item) => item.stake ?? 0));
  return (
    <Card
      title="À traiter"
      note={countOf(items.length + (costly ? 1 : 0), 'sujet', 'sujets')}
      tools={<span className="small muted">{`stock en jeu, ${costs ? 'au coût' : 'au prix de vente'}`}</span>}
    >
      <ol className={styles.list}>
        {costly && <CostlyLine costly={costly} project={project} />}
        {items.map((item) => (
          <TodoLine
            key={item.key}
            item={item}
            most={most}
            project={project}
            currency={costs ? project.accounting_currency : project.catalog_currency}
          />
        ))}
        {pending && items.length === 0 && !costly && (
          <li>
            <Skeleton width={32} height={32} />
            <Skeleton width="70%" />
          </li>
        )}
        {failed.length > 0 && (
          <li>
            <span className={`${styles.icon} attention`}>
              <Icon name="warning" />
            </span>
            <p className="negative">
              {countOf(failed.length, 'sujet n’a pas pu être compté', 'sujets n’ont pas pu être comptés')}
            </p>
            <span />
            <Button small onClick={() => void Promise.all(failed.map(({ refetch }) => refetch()))}>
              Réessayer
            </Button>
          </li>
        )}
        {!pending && items.length === 0 && !costly && failed.length === 0 && (
          <li className={styles.done}>
            <Icon name="check" />
            <span>
              {isClosed(project)
                ? 'Le projet est clos : il n’y a plus rien à décider.'
                : 'Rien à traiter : aucun stock bloqué, aucune donnée manquante, aucune vente à perte.'}
            </span>
          </li>
        )}
      </ol>
    </Card>
  );
}

function CostlyLine({ costly, project }: { costly: CostlyRules; project: Project }) {
  const { accounting_currency: currency, _id } = project;
  return (
    <li data-todo="rules">
      <span className={`${styles.icon} attention`}>
        <Icon name="shield" />
      </span>
      <div>
        <b className="strong">Règle coûte cher</b>
        <p className="muted">{costly.sentence}</p>
      </div>
      <span
        className={styles.stake}
        title={`${formatMoney(costly.cost, currency)} de marge après invendus d’ici la fin du projet`}
      >
        <b className="attention">{formatCompactMoney(-costly.cost, currency)}</b>
        <span className="small muted">de marge</span>
      </span>
      <LinkButton small to={paths.rules(_id, costly.rule_id)}>
        Voir la règle
      </LinkButton>
    </li>
  );
}

interface TodoLineProps {
  item: Item;
  most: number;
  project: Project;
  /** Of the stake. */
  currency: string;
}

function TodoLine({ item, most, project, currency }: TodoLineProps) {
  return (
    <li>
      <span className={`${styles.icon} ${item.tone}`}>
        <Icon name={item.icon} />
      </span>
      <div>
        <b className="strong">{item.title}</b>
        <p className="muted">{item.sentence(item.count)}</p>
      </div>
      <span className={styles.stake} title={formatMoney(item.stake, currency)}>
        <b>{formatCompactMoney(item.stake, currency)}</b>
        <span className={styles.share}>
          <i style={{ width: `${(100 * (item.stake ?? 0)) / most}%` }} />
        </span>
      </span>
      {item.action === 'propose' ? (
        <LinkButton small to={paths.simpleOptimization({ type: 'project', id: project._id })}>
          Calculer
        </LinkButton>
      ) : (
        <LinkButton
          small
          to={listingLink(project._id, { filter: item.filter, ...(item.mode && { mode: item.mode }) })}
        >
          {`Voir ${plural(item.count, 'le produit', `les ${countOf(item.count, 'produit', 'produits')}`)}`}
        </LinkButton>
      )}
    </li>
  );
}
