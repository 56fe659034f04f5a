import type { Product } from '@palier/contract';
import {
  addDays,
  coverageAtPace,
  coverageScore,
  discountFault,
  formatCompactMoney,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatQuantity,
  formatShortDate,
  phaseEnd,
  phaseLabel,
} from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar, PartsBar, Score, Skeleton } from '../../../ui/marks.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { readLineHistory, readProduct } from '../api/queries.ts';
import { boundsText, KindMark, percentText } from '../cells/discount.tsx';
import { lineTitle, ProductImage, Tags } from '../cells/product.tsx';
import { lineAtLevels } from '../model/effect.ts';
import { workedPhase } from '../model/project-view.ts';
import { type Line, numberValue } from '../model/row.ts';
import { momentText } from './activity-drawer.tsx';
import type { PanelsProps } from './listing-panels.tsx';
import { CurveChart, DailyChart, FanChart, type FanPoint } from './product-charts.tsx';

type PanelProps = PanelsProps & { itemGroup: string };

interface PartProps extends PanelProps {
  line: Line;
  product: Product | undefined;
}

function Fact({ term, children }: { term: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Identity({ line, context }: PartProps): ReactNode {
  const { catalog_currency: catalog, accounting_currency: accounting } = context;
  const price = typeof line.price === 'number' ? line.price : (line.price?.[0] ?? null);
  const margin =
    price === null
      ? null
      : (line.base_price ?? Number.NaN) * (1 - (line.discount_pct ?? 0) / 100) - (line.cost ?? Number.NaN);
  return (
    <div className="ls-idn">
      <ProductImage line={line} size="large" />
      <div className="sp">
        <h2>{lineTitle(line)}</h2>
        <p className="mut">{[line.item_group_id, line.brand, line.color].filter(Boolean).join(' · ')}</p>
        <Tags tags={line.tags} />
      </div>
      <dl>
        <Fact term="Prix">{formatMoney(price, catalog)}</Fact>
        <Fact term="Coût moyen">{formatMoney(line.cost, accounting)}</Fact>
        <Fact term={`Marge à ${percentText(line.discount_pct)}`}>{formatMoney(margin, accounting)}</Fact>
        <Fact term="Vendu dans la saison">{formatPercent(numberValue(line, 'season_sell_through_pct'))}</Fact>
        <Fact term="En vente depuis">{formatDate(line.on_sale_date)}</Fact>
        <Fact term="Stock">{formatQuantity(line.stock_qty)}</Fact>
      </dl>
    </div>
  );
}

/** The discounts to choose from, each with its price and margin; refused ones say so. */
function Levels({ line, project, session, context, listing }: PartProps): ReactNode {
  const rows = lineAtLevels(line);
  const chosen = rows.find(({ level }) => level === line.discount_pct);
  const phase = workedPhase(project);
  const shown =
    context.levels.length > 7 ? context.levels.filter((level) => level % 10 === 0) : context.levels;
  const inListing = listing.tree?.store.line(line._id) !== undefined;
  return (
    <div className="ls-dec">
      <div className="ls-dec-title">
        <KindMark line={line} context={context} />
        <b>{phase?.label ?? 'Aucune démarque travaillée'}</b>
        <span className="mut sm">{phase ? `${phase.dates} · marge prévue` : ''}</span>
      </div>
      {shown.map((level) => {
        const row = rows.find((other) => other.level === level);
        const fault = discountFault(level, line, context.levels);
        const change = row && chosen ? row.profit - chosen.profit : null;
        return (
          <button
            key={level}
            type="button"
            className={`ls-rate${level === line.discount_pct ? ' on' : ''}${fault ? ' off' : ''}`}
            disabled={fault !== null || !inListing || context.work_locked}
            aria-pressed={level === line.discount_pct}
            title={fault ? boundsText(line) : undefined}
            onClick={() =>
              session.edit({ [line._id]: { discount_pct_user: level } }, `Démarque à ${percentText(level)}`)
            }
          >
            <b>
              {fault ? <Icon name="lock" size={12} /> : null}
              {percentText(level)}
            </b>
            <span>{row ? formatMoney(row.price, context.catalog_currency) : '-'}</span>
            <span>
              {row ? formatCompactMoney(row.profit, context.accounting_currency) : '-'}
              {change !== null && level !== line.discount_pct ? (
                <em>{` ${formatNumber(change, 0).replace(/^(?=\d)/, '+')}`}</em>
              ) : null}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function Sizes({ product, line }: PartProps): ReactNode {
  const variants = product?.variants ?? [];
  if (variants.length === 0) return null;
  const pace = (numberValue(line, 'weekly_sales_qty_last_30_days') ?? 0) / variants.length;
  const highest = Math.max(1, ...variants.map(({ stock_qty }) => stock_qty));
  const shops = variants.reduce((sum, variant) => sum + variant.in_store_stock_qty, 0);
  const total = variants.reduce((sum, variant) => sum + variant.stock_qty, 0);
  return (
    <section>
      <h3>Stock par taille</h3>
      <table className="t dense">
        <thead>
          <tr>
            <th scope="col">Taille</th>
            <th scope="col" className="n">
              Magasins
            </th>
            <th scope="col" className="n">
              Entrepôt
            </th>
            <th scope="col" className="n">
              Total
            </th>
            <th />
            <th scope="col" className="n">
              Couv., sem.
            </th>
            <th />
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, index) => {
            const weeks = pace > 0 ? coverageAtPace(variant.stock_qty, pace) : null;
            const grade = coverageScore(weeks);
            const inWarehouse = variant.stock_qty - variant.in_store_stock_qty;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two variants may share a size
              <tr key={`${variant.size}-${index}`}>
                <th scope="row">{variant.size ?? '-'}</th>
                <td className="n">{formatQuantity(variant.in_store_stock_qty)}</td>
                <td className="n">{formatQuantity(inWarehouse)}</td>
                <td className="n">{formatQuantity(variant.stock_qty)}</td>
                <td style={{ width: 72 }}>
                  <span style={{ display: 'block', width: `${(100 * variant.stock_qty) / highest}%` }}>
                    <PartsBar
                      height={6}
                      label={`${variant.stock_qty} en stock`}
                      parts={[
                        {
                          key: 'shops',
                          value: variant.in_store_stock_qty,
                          color: 'var(--navy-700)',
                          label: 'Magasins',
                        },
                        { key: 'warehouse', value: inWarehouse, color: 'var(--navy-300)', label: 'Entrepôt' },
                      ]}
                    />
                  </span>
                </td>
                <td className="n">{formatNumber(weeks)}</td>
                <td>{grade ? <Score grade={grade} /> : null}</td>
              </tr>
            );
          })}
          <tr className="sum">
            <th scope="row">Total</th>
            <td className="n">{formatQuantity(shops)}</td>
            <td className="n">{formatQuantity(total - shops)}</td>
            <td className="n">{formatQuantity(total)}</td>
            <td />
            <td />
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Daily({ product, project, line }: PartProps): ReactNode {
  const daily = product?.daily_sales;
  if (!daily || daily.qty.length === 0) return null;
  const units = daily.qty.slice(-45);
  const skipped = daily.qty.length - units.length;
  const from = addDays(daily.from_date, skipped);
  const price = typeof line.price === 'number' ? line.price : null;
  const prices = (daily.discount_pct ?? [])
    .slice(-units.length)
    .map((pct) => (price === null || pct === null ? null : price * (1 - pct / 100)));
  const phases = project.phases.map(({ start_date }, index) => ({
    date: start_date,
    label: `D${index + 1}`,
  }));
  return (
    <section>
      <h3>
        Ventes par jour et prix
        <span className="ls-legend">
          <i style={{ background: 'var(--navy-700)' }} /> ventes{' '}
          <i className="ln" style={{ background: 'var(--orange-500)' }} /> prix
        </span>
      </h3>
      <DailyChart from={from} units={units} prices={prices} phases={phases} />
    </section>
  );
}

/** Stock at the end of the worked phase and of the project, from the levels' figures. */
function fanPoints({ line, product, project }: PartProps): FanPoint[] {
  const phase = workedPhase(project);
  const chosen = product?.levels?.find(({ discount_pct }) => discount_pct === line.discount_pct);
  const stock = (line.phase_forecast?.stock ?? 0) + (line.phase_forecast?.sales_qty ?? 0);
  if (!phase || !chosen || stock <= 0) return [];
  const end = phaseEnd(project, phase.index);
  const nothing = product?.levels?.find(
    ({ discount_pct }) => discount_pct === (line.previous_discount_pcts?.at(-1) ?? 0),
  );
  const best = product?.levels?.find(({ discount_pct }) => discount_pct === line.discount_pct_opti);
  const spread = (chosen.phase_p90 ?? 0) - (chosen.phase_p10 ?? 0);
  const left = (sold: number | null | undefined): number => Math.max(0, stock - (sold ?? 0));
  const start = project.phases[phase.index]?.start_date ?? end;
  const points: FanPoint[] = [
    { date: start, median: stock, low: stock, high: stock, nothing: stock, best: stock },
    {
      date: end,
      median: left(chosen.phase.sales_qty),
      low: left(chosen.phase_p90),
      high: left(chosen.phase_p10),
      nothing: nothing ? left(nothing.phase.sales_qty) : null,
      best: best ? left(best.phase.sales_qty) : null,
    },
  ];
  if (end < project.end_date) {
    const median = left(chosen.total.sales_qty);
    points.push({
      date: project.end_date,
      median,
      low: Math.max(0, median - spread),
      high: Math.min(stock, median + spread),
      nothing: nothing ? left(nothing.total.sales_qty) : null,
      best: best ? left(best.total.sales_qty) : null,
    });
  }
  return points;
}

function Fan(props: PartProps): ReactNode {
  const points = fanPoints(props);
  if (points.length === 0) return null;
  return (
    <section>
      <h3>
        Stock restant prévu
        <span className="ls-legend">
          <i className="ln" style={{ background: 'var(--blue-700)' }} /> médiane{' '}
          <i style={{ background: 'var(--blue-100)' }} /> 8 chances sur 10
        </span>
      </h3>
      <FanChart points={points} />
    </section>
  );
}

const RESULTS = [
  { value: 'profit', label: 'Marge' },
  { value: 'sales', label: 'CA' },
  { value: 'sales_qty', label: 'Unités' },
] as const;

function Curve({ line, context }: PartProps): ReactNode {
  const [result, setResult] = useState<(typeof RESULTS)[number]['value']>('profit');
  const rows = lineAtLevels(line).filter((row) => Number.isFinite(row[result]));
  if (rows.length < 2) return null;
  const currency =
    result === 'profit' ? context.accounting_currency : result === 'sales' ? context.catalog_currency : null;
  const points = rows.map((row) => ({
    level: row.level,
    value: row[result],
    quantity: row.sales_qty,
    allowed: discountFault(row.level, line, context.levels) === null,
  }));
  return (
    <section>
      <h3>
        Résultat selon la démarque
        <span className="sp" />
        <Segmented small label="Résultat" value={result} options={RESULTS} onChange={setResult} />
      </h3>
      <CurveChart
        points={points}
        chosen={line.discount_pct ?? null}
        currency={currency}
        label="Résultat de la démarque travaillée selon la démarque"
      />
    </section>
  );
}

function Why({ product, line }: PartProps): ReactNode {
  const reasons = product?.reasons ?? [];
  return (
    <section>
      <h3>{`Pourquoi ${percentText(line.discount_pct)}\u202f?`}</h3>
      {reasons.length === 0 ? <p className="mut">{boundsText(line)}</p> : null}
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <ul className="ls-checks">
        {line.applied_discount_rules?.map((rule) => (
          <li key={rule.id}>
            <Icon name="shield" />
            {`«\u202f${rule.name}\u202f»`}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sensitivity({ product }: PartProps): ReactNode {
  const elasticity = product?.elasticity;
  if (!elasticity) return null;
  const own = Math.round(100 * elasticity.own_weight);
  return (
    <section>
      <h3>Sensibilité au prix</h3>
      <p>
        <b>{formatNumber(elasticity.value)}</b>
        <span className="mut">{` (8 chances sur 10 entre ${formatNumber(elasticity.low)} et ${formatNumber(elasticity.high)})`}</span>
      </p>
      <PartsBar
        height={6}
        label={`${own} % du produit`}
        parts={[
          { key: 'own', value: own, color: 'var(--blue-500)', label: 'Du produit' },
          { key: 'borrowed', value: 100 - own, color: 'var(--blue-100)', label: 'Empruntée' },
        ]}
      />
      <p className="ls-sub">{`${own}\u202f% estimée sur l’historique du produit · ${100 - own}\u202f% empruntée : ${elasticity.source}`}</p>
    </section>
  );
}

function Decisions({ project, line }: PartProps): ReactNode {
  const history = useQuery(readLineHistory(project._id, line.item_group_id));
  const past = line.previous_discount_pcts ?? [];
  return (
    <section>
      <h3>Décisions</h3>
      <ul className="ls-timeline">
        {history.data?.slice(0, 8).map((activity) => (
          <li key={activity.activity_id}>
            <Avatar name={activity.user_name} small />
            <span>
              <b>{activity.user_name}</b> {activity.description}
              {activity.comment ? <span className="mut">{` «\u202f${activity.comment}\u202f»`}</span> : null}
            </span>
            <time>{momentText(activity.date)}</time>
          </li>
        ))}
        {[...past].reverse().map((pct, index) => {
          const phase = past.length - 1 - index;
          return (
            <li key={phase}>
              <span className="ls-step">{pct ?? '-'}</span>
              <span>{phaseLabel(project.phases[phase], phase)}</span>
              <time>{formatShortDate(project.phases[phase]?.start_date)}</time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The lines shown, in order, to go from one product to the next. */
function neighbours({ listing, itemGroup }: PanelProps): {
  line: Line | null;
  index: number;
  count: number;
  previous: Line | null;
  next: Line | null;
} {
  const lines = listing.rows.flatMap((row) => (row.kind === 'line' ? [row.line] : []));
  const index = lines.findIndex((line) => line.item_group_id === itemGroup);
  return {
    line: lines[index] ?? null,
    index,
    count: lines.length,
    previous: lines[index - 1] ?? null,
    next: lines[index + 1] ?? null,
  };
}

/** Everything that explains a product's discount, beside the listing. */
export function ProductPanel(props: PanelProps): ReactNode {
  const { project, itemGroup, handle, context } = props;
  const query = useQuery(readProduct(project._id, itemGroup));
  const { line: shown, index, count, previous, next } = neighbours(props);
  const line = shown ?? (query.data?.line as Line | undefined) ?? null;
  const go = (target: Line | null): void => {
    if (target) handle.change({ product: target.item_group_id }, true);
  };
  const close = (): void => {
    handle.change({ product: null }, true);
    props.onDone();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key === 'Escape' &&
        !document.querySelector('dialog[open]') &&
        !document.querySelector('.ls-editing')
      )
        close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  const part = line ? { ...props, line, product: query.data } : null;
  return (
    <aside className="ls-panel" aria-label={line ? lineTitle(line) : 'Produit'} aria-busy={query.isPending}>
      <header className="ls-panel-head">
        <IconButton
          tone="quiet"
          icon="chevron-up"
          label="Produit précédent"
          disabled={!previous}
          onClick={() => go(previous)}
        />
        <IconButton
          tone="quiet"
          icon="chevron-down"
          label="Produit suivant"
          disabled={!next}
          onClick={() => go(next)}
        />
        <span className="mut">
          {index >= 0 ? `${formatQuantity(index + 1)} sur ${formatQuantity(count)}` : ''}
        </span>
        <span className="sp" />
        {line && shown ? (
          <Button
            small
            icon="check"
            pressed={line.discount_pct_reviewed === true}
            onClick={() => context.actions.reviewLine(line)}
          >
            {line.discount_pct_reviewed ? 'Revu' : 'Marquer revu'}
          </Button>
        ) : null}
        <Button
          small
          icon="link"
          onClick={() => {
            void navigator.clipboard.writeText(window.location.href).then(() => notifySuccess('Lien copié'));
          }}
        >
          Copier le lien
        </Button>
        <IconButton tone="quiet" icon="close" label="Fermer le panneau" onClick={close} />
      </header>
      {query.isError && !line ? (
        <ErrorState title="Ce produit n’a pas pu être chargé" onRetry={() => void query.refetch()}>
          {errorMessage(query.error)}
        </ErrorState>
      ) : null}
      {part ? (
        <div className="ls-panel-body">
          <Identity {...part} />
          <Levels {...part} />
          <div className="ls-panel-cols">
            <div>
              <Sizes {...part} />
              <Daily {...part} />
              <Fan {...part} />
            </div>
            <div>
              <Curve {...part} />
              <Why {...part} />
              <Sensitivity {...part} />
              <Decisions {...part} />
            </div>
          </div>
          {query.isError ? (
            <p className="att">{`Le détail n’a pas pu être chargé : ${errorMessage(query.error)}`}</p>
          ) : null}
        </div>
      ) : query.isPending ? (
        <div className="ls-skeleton-rows">
          <Skeleton height={110} />
          <Skeleton height={60} />
          <Skeleton height={300} />
        </div>
      ) : null}
    </aside>
  );
}
