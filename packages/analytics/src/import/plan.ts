import { createHash } from 'node:crypto';
import { columnSpec, kindSpec } from './columns.ts';
import { guessKinds, missingColumns, normalizeHeading, recognizeColumns } from './headings.ts';
import { missingSentence, unknownReason } from './missing.ts';
import { ownColumns, type Source } from './source.ts';
import type {
  DateOrder,
  FileKind,
  FileMapping,
  ImportMapping,
  RememberedMappings,
  UsedMapping,
} from './types.ts';

/** How one file feeds one kind: for each of our columns, the position of theirs or a constant. */
export type Feed = {
  source: Source;
  kind: FileKind;
  positions: ReadonlyMap<string, number>;
  constants: ReadonlyMap<string, string>;
  /** Headings of an item file that mean nothing to us, kept as attributes: name → position. */
  attributes: ReadonlyMap<string, number>;
  /** Which comes first in `01/02/2026`; left out: the file's own dates tell, the day when they do not. */
  date_order?: DateOrder;
};

export type Plan = {
  feeds: Feed[];
  ignored: { name: string; reason: string }[];
  /** How the files that the mapping spoke of were read, by shape. */
  used_mappings: UsedMapping[];
  /** Names of files read as files of their shape were read before. */
  remembered: string[];
};

/** What tells files of one format from others: their headings, in no order. */
export const shapeOf = (headings: readonly string[]): string =>
  createHash('sha256')
    .update(
      ownColumns(headings)
        .map((position) => normalizeHeading(headings[position] ?? ''))
        .sort()
        .join('\n'),
    )
    .digest('hex');

const matches = (pattern: string, name: string): boolean => {
  const expression = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${expression}$`, 'i').test(name);
};

/** What says that a column of products is kept as it is, whatever its name. */
const ATTRIBUTE = /^attributes\./;

const mapped = (source: Source, mapping: FileMapping): Feed => {
  const positions = new Map<string, number>();
  const attributes = new Map<string, number>();
  const wanted = Object.entries(mapping.columns).flatMap(([heading, columns]) =>
    (typeof columns === 'string' ? [columns] : columns).map((column) => [heading, column] as const),
  );
  for (const [heading, column] of wanted) {
    const position = source.headings.findIndex(
      (name) => name === heading || normalizeHeading(name) === normalizeHeading(heading),
    );
    if (position < 0) continue;
    if (columnSpec(mapping.kind, column)) positions.set(column, position);
    else if (mapping.kind === 'items')
      attributes.set(normalizeHeading(column.replace(ATTRIBUTE, '')), position);
  }
  const constants = new Map(
    Object.entries(mapping.constants ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const { kind, date_order } = mapping;
  return { source, kind, positions, constants, attributes, ...(date_order && { date_order }) };
};

const recognized = (source: Source, kind: FileKind): Feed => {
  const positions = new Map<string, number>();
  for (const [heading, column] of recognizeColumns(source.headings, kindSpec(kind)))
    positions.set(column, source.headings.indexOf(heading));
  const attributes = new Map<string, number>();
  const taken = new Set(positions.values());
  if (kind === 'items')
    for (const position of ownColumns(source.headings)) {
      const name = normalizeHeading(source.headings[position] ?? '');
      if (name !== '' && !taken.has(position) && !attributes.has(name)) attributes.set(name, position);
    }
  return { source, kind, positions, constants: new Map(), attributes };
};

/** A wide item file with a stock column feeds the stock too. */
const withStock = (feed: Feed): Feed[] => {
  const quantity = feed.positions.get('stock_qty');
  if (feed.kind !== 'items' || quantity === undefined) return [feed];
  const positions = new Map([['quantity', quantity]]);
  for (const name of ['item_group_id', 'item_id', 'size']) {
    const position = feed.positions.get(name);
    if (position !== undefined) positions.set(name, position);
  }
  return [feed, { ...feed, kind: 'stock', positions, constants: new Map(), attributes: new Map() }];
};

const dated = (feed: Feed, mapping: ImportMapping | undefined): Feed => {
  const date_order = mapping?.settings?.date_order;
  return date_order === undefined ? feed : { ...feed, date_order };
};

const missingOf = (feed: Feed): string[] =>
  missingColumns(kindSpec(feed.kind), [...feed.positions.keys(), ...feed.constants.keys()]);

/** A mapping kept from another import speaks of the file before us. */
const recalled = (source: Source, remembered: RememberedMappings | undefined): readonly FileMapping[] =>
  (remembered?.get(shapeOf(source.headings)) ?? []).map((file) => ({ ...file, match: source.name }));

/**
 * Decides what each file is: by the mapping where it speaks of it, as files of its shape were read before where they
 * were, by the headings otherwise.
 */
export const planImport = (
  sources: readonly Source[],
  mapping: ImportMapping | undefined,
  remembered?: RememberedMappings,
): Plan => {
  const plan: Plan = { feeds: [], ignored: [], used_mappings: [], remembered: [] };
  for (const source of sources) {
    if (mapping?.left_aside?.includes(source.name)) {
      plan.ignored.push({ name: source.name, reason: 'laissé de côté' });
      continue;
    }
    const given = (mapping?.files ?? []).filter((file) => matches(file.match, source.name));
    const known = given.length > 0 ? [] : recalled(source, remembered);
    const own = [...given, ...known];
    if (given.length > 0) plan.used_mappings.push({ shape: shapeOf(source.headings), files: given });
    if (known.length > 0) plan.remembered.push(source.name);
    const feeds =
      own.length > 0
        ? own.map((file) => mapped(source, file))
        : guessKinds(source.headings, source.name).map((kind) => recognized(source, kind));
    if (feeds.length === 0)
      plan.ignored.push({ name: source.name, reason: unknownReason(source.headings, source.name) });
    for (const feed of feeds.flatMap(withStock)) {
      const missing = missingOf(feed);
      if (missing.length === 0) plan.feeds.push(dated(feed, mapping));
      else
        plan.ignored.push({
          name: source.name,
          reason: missingSentence(kindSpec(feed.kind), [...feed.positions.keys(), ...feed.constants.keys()]),
        });
    }
  }
  return plan;
};
