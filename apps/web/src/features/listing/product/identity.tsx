import {
  discountFault,
  formatDate,
  formatDelta,
  formatMoney,
  formatPercent,
  formatQuantity,
  type LevelRule,
  profitValue,
  REMOVED_LEVEL_REASONS,
  readNumber,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { french } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { useCosts } from '../../../lib/session/use-costs.ts';
import { Icon } from '../../../ui/icon.tsx';
import { KindMark } from '../cells/discount-marks.tsx';
import { boundsText, percentText } from '../cells/discount-text.ts';
import { featuredText } from '../cells/figures.tsx';
import { ProductImage } from '../cells/picture.tsx';
import { lineTitle, Tags } from '../cells/product.tsx';
import { lineAtLevels } from '../edit/effect.ts';
import { standingRate } from '../rows/price.ts';
import { workedPhase } from '../screen/project-view.ts';
import styles from './identity.module.css';
import { type ProductPart, productMoney } from './part.ts';

function Fact({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Identity({ line, context, project }: ProductPart): ReactNode {
  const { catalog_currency: catalog, accounting_currency: accounting } = context;
  const costs = useCosts();
  const price = typeof line.price === 'number' ? line.price : (line.price?.[0] ?? null);
  const margin =
    price === null
      ? null
      : profitValue(
          line.base_price ?? Number.NaN,
          standingRate(line, line.discount_pct ?? 0),
          line.cost ?? Number.NaN,
          1,
        );
  // The project's stock counts what is on order, or does not.
  const ordered = project.catalog.include_stock_on_order ? readNumber(line, 'stock_qty_on_order') : null;
  return (
    <div className={styles.identity}>
      <ProductImage line={line} size="large" />
      <div className="spacer">
        <h2>{lineTitle(line)}</h2>
        <p className="muted">{[line.item_group_id, line.brand, line.color].filter(Boolean).join(' · ')}</p>
        <Tags tags={line.tags} />
      </div>
      <dl>
        <Fact term="Prix">{formatMoney(price, catalog)}</Fact>
        {costs && (
          <>
            <Fact term="Coût moyen">{formatMoney(line.cost, accounting)}</Fact>
            <Fact
              term={line.discount_pct ? `Marge à ${percentText(line.discount_pct)}` : 'Marge sans démarque'}
            >
              {formatMoney(margin, accounting)}
            </Fact>
          </>
        )}
        <Fact term="Vendu dans la saison">{formatPercent(readNumber(line, 'season_sell_through_pct'))}</Fact>
        <Fact term="Fournisseur">{featuredText(line, 'supplier', context)}</Fact>
        <Fact term="En vente depuis">{formatDate(line.on_sale_date)}</Fact>
        <Fact term={ordered ? `Stock, dont ${formatQuantity(ordered)} en commande` : 'Stock'}>
          {formatQuantity(line.stock_qty)}
        </Fact>
      </dl>
    </div>
  );
}

/** Why plans leave a level out; it may still be chosen by hand. */
function removedText(rules: readonly LevelRule[]): string | undefined {
  if (rules.length === 0) return undefined;
  const reasons = rules.map((rule) => REMOVED_LEVEL_REASONS[rule]).join(', ');
  return french(
    `Niveau retiré des plans par la loi : ${reasons}. Choisi à la main, il bloquerait la validation.`,
  );
}

/** The discounts to choose from, each with its price and « marge après invendus »; refused ones say so. */
export function Levels({ product, line, project, session, context, listing }: ProductPart): ReactNode {
  const costs = useCosts();
  const rows = lineAtLevels(line);
  const chosen = rows.find(({ level }) => level === line.discount_pct);
  const phase = workedPhase(project);
  const shown =
    context.levels.length > 7 ? context.levels.filter((level) => level % 10 === 0) : context.levels;
  const inListing = listing.tree?.store.line(line._id) !== undefined;
  return (
    <div className={styles.levels}>
      <div className={styles.title}>
        <KindMark line={line} context={context} />
        <b>{phase?.label ?? 'Aucune démarque travaillée'}</b>
        <span className="muted small">
          {phase
            ? `${phase.dates} · ${costs ? 'marge après invendus' : 'CA prévu'} ${horizonText(project, 'end')}`
            : ''}
        </span>
      </div>
      {shown.map((level) => {
        const row = rows.find((other) => other.level === level);
        const fault = discountFault(level, line, context.levels);
        const removed = product?.levels?.find((other) => other.discount_pct === level)?.removed_by ?? [];
        const result = costs ? 'profit_after_leftovers' : 'sales';
        const change = row && chosen ? row[result] - chosen[result] : null;
        return (
          <button
            key={level}
            type="button"
            className={`${styles.level} ${level === line.discount_pct ? styles.chosen : ''} ${fault ? styles.refused : ''}`}
            disabled={fault !== null || !inListing || context.work_locked}
            aria-pressed={level === line.discount_pct}
            title={fault ? boundsText(line) : removedText(removed)}
            onClick={() =>
              session.edit({ [line._id]: { discount_pct_user: level } }, `Démarque à ${percentText(level)}`)
            }
          >
            <b>
              {fault ? <Icon name="lock" size={12} /> : null}
              {!fault && removed.length > 0 ? <Icon name="shield" size={12} /> : null}
              {percentText(level)}
            </b>
            <span>{row ? formatMoney(row.price, context.catalog_currency) : '-'}</span>
            <span>
              {productMoney(row?.[result], costs ? context.accounting_currency : context.catalog_currency)}
              {change !== null && level !== line.discount_pct ? <em>{formatDelta(change)}</em> : null}
            </span>
          </button>
        );
      })}
    </div>
  );
}
