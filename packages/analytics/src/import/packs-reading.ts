import { formatQuantity } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { presentRowsSql } from '../warehouse/counted.ts';
import { attachWarehouse } from '../warehouse/previous.ts';
import type { WrittenVersion } from './version.ts';

interface Packs {
  sold: number;
  sold_pieces: number;
  present: number;
  present_pieces: number;
}

const plural = (count: number): string => (Math.abs(count) > 1 ? 's' : '');

/** « Lots : 40 vendus comptés 120 pièces de leurs articles. » of the version written; none where it has no pack. */
export async function packsReading(session: Session, version: WrittenVersion | null): Promise<string[]> {
  if (version === null || version.unchanged) return [];
  const [some] = await session.rows('SELECT 1 FROM new_pack_part LIMIT 1');
  if (!some) return [];
  await attachWarehouse(session, version.folder, 'whole_', { packs: 'whole' });
  const pieces = 'SELECT item_group_id, item_id, sum(units) AS units FROM new_pack_part GROUP BY ALL';
  const counted = (rows: string, name: string): string =>
    `SELECT coalesce(sum(r.quantity), 0) AS ${name}, coalesce(sum(r.quantity * k.units), 0) AS ${name}_pieces
     FROM ${rows} r JOIN (${pieces}) k ON k.item_group_id = r.item_group_id AND k.item_id = r.item_id`;
  const [found] = await session.rows<Packs>(
    `SELECT * FROM (${counted('whole_sale_any', 'sold')}), (${counted(`(${presentRowsSql('whole_', version.manifest.data_date)})`, 'present')})`,
  );
  if (!found) return [];
  const { sold, sold_pieces, present, present_pieces } = found;
  const parts = [
    ...(sold === 0
      ? []
      : [
          `${formatQuantity(sold)} vendu${plural(sold)}, compté${plural(sold)} ${formatQuantity(sold_pieces)} pièces de leurs articles`,
        ]),
    ...(present === 0
      ? []
      : [
          `${formatQuantity(present)} en stock, compté${plural(present)} ${formatQuantity(present_pieces)} pièces`,
        ]),
  ];
  return parts.length === 0 ? [] : [`Lots : ${parts.join(' ; ')}.`];
}
