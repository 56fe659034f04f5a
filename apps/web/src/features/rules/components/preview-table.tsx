import type { Project, Rule, RulePreview } from '@palier/contract';
import { formatNumber, formatPercent, formatQuantity, formatText } from '@palier/domain';
import { countOf } from '../../../lib/french.ts';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { effectText } from '../model/rule-text.ts';
import styles from './preview-table.module.css';

interface PreviewTableProps {
  preview: RulePreview | undefined;
  rules: readonly Rule[];
  /** The rule that is previewed. */
  ruleId: string;
  project: Project;
}

/** Products of the rule, each with its discount of now, the one it would have, and who wins. */
export function PreviewTable({ preview, rules, ruleId, project }: PreviewTableProps) {
  const rows = preview?.data ?? [];
  if (!preview || rows.length === 0) return null;
  const phase = project.working_phase ?? 0;
  const titles = [
    { hidden: 'Image' },
    'Produit',
    { figure: 'Stock' },
    { figure: 'Couv., sem.' },
    ...(phase > 0 ? [{ figure: `Dém. ${phase}` }] : []),
    { figure: 'Avant' },
    { figure: 'Après' },
    'Effet',
  ];
  return (
    <section className={styles.preview} aria-label="Aperçu">
      <h3>
        Aperçu{' '}
        <span className="muted">
          {`${countOf(rows.length, 'produit')} sur ${formatQuantity(preview.item_group_count)}, par couverture décroissante`}
        </span>
      </h3>
      <div className={styles.scroll}>
        <Table>
          <TableHead titles={titles} />
          <tbody>
            {rows.map((row) => (
              <PreviewRow key={row._id} {...{ row, rules, ruleId }} withPrevious={phase > 0} />
            ))}
          </tbody>
        </Table>
      </div>
    </section>
  );
}

interface PreviewRowProps {
  row: RulePreview['data'][number];
  rules: readonly Rule[];
  ruleId: string;
  withPrevious: boolean;
}

function PreviewRow({ row, rules, ruleId, withPrevious }: PreviewRowProps) {
  const { text, tone } = effectText(row, rules, ruleId);
  return (
    <tr data-product={row.item_group_id}>
      <td>
        {row.image_url ? <img className={styles.picture} src={row.image_url} alt="" loading="lazy" /> : null}
      </td>
      <td className={styles.product} title={`${formatText(row.title)}, ${row.item_group_id}`}>
        {formatText(row.title)} <span className="small muted">{row.item_group_id}</span>
      </td>
      <td className="figure">{formatQuantity(row.stock_qty)}</td>
      <td className="figure">{formatNumber(row.stock_coverage_weeks)}</td>
      {withPrevious ? <td className="figure muted">{formatPercent(row.previous_discount_pct)}</td> : null}
      <td className="figure">{formatPercent(row.discount_pct)}</td>
      <td className={`figure strong ${tone === 'computed' ? 'computed' : ''}`}>
        {formatPercent(row.new_discount_pct)}
      </td>
      <td>{tone === 'neutral' ? <span className="muted">{text}</span> : <Tag tone={tone}>{text}</Tag>}</td>
    </tr>
  );
}
