import type { WarehouseVersion } from '@palier/contract';
import { formatCompactMoney, formatDelta, formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { compareVersion, listVersions, useRestoreVersion } from '../api/versions.ts';
import { type Difference, versionDay, versionName, versionNote } from '../model/check.ts';
import styles from './check-view.module.css';

/** The versions of the data that may be gone back to; nothing before the first import. */
export function VersionsCard() {
  const { data, isError, error, refetch } = useQuery(listVersions());
  const [wanted, setWanted] = useState<number | null>(null);
  if (isError)
    return (
      <ErrorState title="Les versions n’ont pas pu être chargées" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data || data.length === 0) return null;
  return (
    <Card title="Versions" note="gardées 30 jours">
      <ol className={styles.versions}>
        {data.map((version) => (
          <li key={version.version}>
            <div className={styles.version}>
              <div>
                <b>{versionName(version)}</b>
                <p>{versionNote(version, data)}</p>
              </div>
              {version.is_current ? (
                <Tag tone="good">en place</Tag>
              ) : (
                <Button
                  small
                  pressed={wanted === version.version}
                  onClick={() => setWanted(wanted === version.version ? null : version.version)}
                >
                  Revenir à la version du {versionDay(version, data)}
                </Button>
              )}
            </div>
            {wanted === version.version && (
              <VersionDifference version={version} all={data} onClose={() => setWanted(null)} />
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface VersionDifferenceProps {
  version: WarehouseVersion;
  all: readonly WarehouseVersion[];
  onClose: () => void;
}

function VersionDifference({ version, all, onClose }: VersionDifferenceProps) {
  const { data, isError, error } = useQuery(compareVersion(version.version));
  const restore = useRestoreVersion();
  const lack = useOrganizationLack('canImport');
  const day = versionDay(version, all);
  return (
    <section className={styles.difference} aria-label={`Revenir à la version du ${day}`}>
      <div className={styles.differenceHead}>
        <h3>Revenir à la version du {day} changerait</h3>
        <Button small onClick={onClose}>
          Abandonner
        </Button>
        <Button
          small
          tone="dark"
          disabled={!data || restore.isPending || lack !== null}
          title={lack ?? undefined}
          onClick={() => restore.mutate(version.version, { onSuccess: onClose })}
        >
          {restore.isPending ? 'Retour…' : 'Revenir à cette version'}
        </Button>
      </div>
      {isError && <p className="negative">{errorMessage(error)}</p>}
      {!data && !isError && <Skeleton width="60%" height={16} />}
      {data && <DifferenceTable difference={data} day={day} />}
    </section>
  );
}

type Figure = Exclude<keyof WarehouseVersion['figures'], 'last_sale_date' | 'data_date'>;
const figures: readonly (readonly [Figure, string])[] = [
  ['sale_amount', 'Ventes, CA'],
  ['sale_quantity', 'Pièces vendues'],
  ['stock_quantity', 'Stock'],
  ['item_group_count', 'Produits'],
  ['price_count', 'Prix de vente'],
  ['order_quantity', 'Pièces en commande'],
];

function DifferenceTable({ difference, day }: { difference: Difference; day: string }) {
  const { current, version, projects, control_count } = difference;
  const rows = figures.filter(([name]) => current.figures[name] || version.figures[name]);
  return (
    <Table>
      <TableHead
        titles={[{ hidden: 'Chiffre' }, { figure: 'En place' }, { figure: day }, { figure: 'Différence' }]}
      />
      <tbody>
        {rows.map(([name, label]) => (
          <FigureRow
            key={name}
            label={label}
            currency={name === 'sale_amount' ? current.currency : null}
            now={current.figures[name]}
            then={version.figures[name]}
          />
        ))}
        {control_count > 0 && (
          <tr>
            <th scope="row">Totaux de la caisse repris</th>
            <td />
            <td className="figure">{formatQuantity(control_count)}</td>
            <td />
          </tr>
        )}
        <tr>
          <th scope="row">Projets recalculés</th>
          <td />
          <td className="figure">{formatQuantity(projects.length)}</td>
          <td title={projects.map(({ name }) => name).join(', ')}>
            {projects
              .slice(0, 3)
              .map(({ name }) => name.split('/').at(-1))
              .join(', ')}
            {projects.length > 3 && ` et ${countOf(projects.length - 3, 'autre', 'autres')}`}
          </td>
        </tr>
      </tbody>
    </Table>
  );
}

interface FigureRowProps {
  label: string;
  /** null: a count. */
  currency: string | null;
  now: number | null;
  then: number | null;
}

function FigureRow({ label, currency, now, then }: FigureRowProps) {
  const format = (value: number | null) =>
    currency === null ? formatQuantity(value) : formatCompactMoney(value, currency);
  // What one of both does not know is no difference.
  const difference = now === null || then === null ? null : then - now;
  const change = currency === null ? formatDelta(difference) : formatCompactMoney(difference, currency, true);
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="figure">{format(now)}</td>
      <td className="figure strong">{format(then)}</td>
      <td className={then === now ? 'figure muted' : 'figure strong'}>{then === now ? '=' : change}</td>
    </tr>
  );
}
