import type { Project, ProjectStats } from '@palier/contract';
import { formatCompactMoney, formatMoney, readNumber } from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import { getProjectSummary } from '../../../lib/calls/get-project-summary.ts';
import { countOf, plural } from '../../../lib/french.ts';
import { listingLink } from '../../../lib/listing-link.ts';
import { paths } from '../../../lib/paths.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { type TodoTopic, todoTopics } from '../model/todo.ts';
import styles from './todo-card.module.css';

type Item = TodoTopic & { count: number; stake: number };

/** What asks for a decision, ranked by the stock value at stake. */
export function TodoCard({ project }: { project: Project; stats: ProjectStats }) {
  const costs = useCosts();
  const topics = todoTopics(project).filter(({ key }) => costs || key !== 'below-cost');
  const results = useQueries({
    queries: topics.map((topic) => ({ ...getProjectSummary(project._id, topic.filter), retry: false })),
  });
  const pending = results.some((result) => result.isPending);
  const items = topics
    .flatMap((topic, index): Item[] => {
      const data = results[index]?.data;
      const stake = readNumber(data?.summary, costs ? 'stock_cost_value' : 'stock_retail_value') ?? 0;
      return data && data.discount_count > 0 ? [{ ...topic, count: data.discount_count, stake }] : [];
    })
    .sort((a, b) => b.stake - a.stake);
  const most = Math.max(1, ...items.map((item) => item.stake));
  return (
    <Card
      title="À traiter"
      note={countOf(items.length, 'sujet', 'sujets')}
      tools={<span className="small muted">{`stock en jeu, ${costs ? 'au coût' : 'au prix de vente'}`}</span>}
    >
      <ol className={styles.list}>
        {items.map((item) => (
          <TodoLine
            key={item.key}
            item={item}
            most={most}
            project={project}
            currency={costs ? project.accounting_currency : project.catalog_currency}
          />
        ))}
        {pending && items.length === 0 && (
          <li>
            <Skeleton width={32} height={32} />
            <Skeleton width="70%" />
          </li>
        )}
        {!pending && items.length === 0 && (
          <li className={styles.done}>
            <Icon name="check" />
            <span>Rien à traiter : aucun stock bloqué, aucune donnée manquante, aucune vente à perte.</span>
          </li>
        )}
      </ol>
    </Card>
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
          <i style={{ width: `${(100 * item.stake) / most}%` }} />
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
