import {
  type Case,
  type CountedLine,
  type SoldLine,
  variantsOf,
  type Week,
  type Writing,
} from './random-deliveries.ts';
import { newRandom, type Random } from './random-project.ts';
import { dayAt } from './random-retailer.ts';

type Cells = readonly (string | number)[];

interface SoldColumn {
  heading: string;
  cell: (line: SoldLine, at: number) => string | number;
}

/** How one retailer writes its files. */
export class Writer {
  readonly #case: Case;
  readonly #writing: Writing;
  readonly #random: Random;

  constructor(given: Case) {
    this.#case = given;
    this.#writing = given.writing;
    this.#random = newRandom(given.seed + 1);
  }

  articles(): Buffer {
    const sized = this.#sized();
    const rows = variantsOf(this.#case).map(({ product, size, cents }) => [
      ...[product, 'Robe été', ...(sized ? [size] : []), this.#money(cents), this.#money(cents / 5)],
    ]);
    return this.#bytes([
      ['Code produit', 'Libellé', ...(sized ? ['Taille'] : []), 'Prix TTC', 'Prix de revient'],
      ...rows,
    ]);
  }

  sales(lines: readonly SoldLine[]): Buffer {
    const { extras } = this.#writing;
    const columns = this.#salesColumns();
    const written = (order: readonly SoldColumn[], from: number, until: number): Cells[] => [
      order.map(({ heading }) => heading),
      ...lines.slice(from, until).map((line, at) => order.map(({ cell }) => cell(line, from + at))),
    ];
    // The second of two exports put one below the other, in another order.
    const half = extras.includes('moved') ? Math.floor(lines.length / 2) : lines.length;
    const counted = lines.reduce((sum, { pieces }) => sum + this.#marked(pieces), 0);
    const totals = columns.map(({ heading }, at) => {
      if (at === 0) return 'Total';
      return heading === 'Quantité' ? this.#number(counted, 0) : '';
    });
    return this.#bytes([
      ...written(columns, 0, half),
      ...(half < lines.length ? written(columns.toReversed(), half, lines.length) : []),
      ...(extras.includes('totals') && half === lines.length ? [totals] : []),
    ]);
  }

  #salesColumns(): SoldColumn[] {
    const { returns, amounts, ticket, extras } = this.#writing;
    const [sale = '', back = ''] = returns.split('/');
    const all: [isSaid: boolean, heading: string, cell: SoldColumn['cell']][] = [
      [true, 'Date', ({ day }) => this.#day(day)],
      [ticket, 'N° ticket', (_, at) => 5000 + at],
      [true, 'Magasin', ({ shop }) => shop],
      [true, 'Code produit', ({ product }) => product],
      [extras.includes('label'), 'Libellé', () => 'Robe été'],
      [this.#sized(), 'Taille', ({ size }) => size],
      [back !== '', 'Sens', ({ pieces }) => (pieces < 0 ? back : sale)],
      [true, 'Quantité', ({ pieces }) => this.#number(this.#marked(pieces), 0)],
      [amounts !== 'line', 'PU TTC', ({ pieces, cents }) => this.#money(cents / pieces)],
      [amounts !== 'piece', 'Montant TTC', ({ cents }) => this.#money(this.#marked(cents))],
    ];
    return all.flatMap(([isSaid, heading, cell]) => (isSaid ? [{ heading, cell }] : []));
  }

  /** What came back is below zero, or above it with a word beside. */
  #marked(figure: number): number {
    return this.#writing.returns.includes('/') ? Math.abs(figure) : figure;
  }

  /** The stock at the end of a week, and what it was on the days before it where the file says several. */
  stock({ stock, last_day }: Week): Buffer {
    const { stock_days, zeros } = this.#writing;
    const said = stock.filter(({ pieces }) => zeros || pieces > 0);
    const rows = said.flatMap((line, at): [string, CountedLine][] => {
      // Each place has an article of the last day: what it counts before is its present too.
      const isLast = stock_days !== 'own' || said.findIndex(({ shop }) => shop === line.shop) === at;
      const own: [string, CountedLine] = [dayAt(last_day, isLast ? 0 : -(at % 7)), line];
      const before = stock_days === 'several' ? [2, 1] : [];
      return [
        ...before.map((days): [string, CountedLine] => [
          dayAt(last_day, -days),
          { ...line, pieces: line.pieces + days },
        ]),
        own,
      ];
    });
    const dated = stock_days !== 'none';
    // One column alone stands for nothing.
    const { sizes, shops } = this.#case;
    if (this.#writing.stock === 'sizes' && sizes.length > 1) return this.#across(rows, 'size', dated);
    if (this.#writing.stock === 'places' && shops.length > 1) return this.#across(rows, 'shop', dated);
    const lots = this.#writing.stock === 'lots';
    const sized = this.#sized();
    return this.#bytes([
      ...[
        [...(dated ? ['Date'] : []), 'Magasin', 'Code produit', ...(sized ? ['Taille'] : [])].concat(
          lots ? ['Lot', 'Stock'] : ['Stock'],
        ),
      ],
      ...rows.flatMap(([on, { shop, product, size, pieces }]) => {
        const parts = lots && pieces > 1 ? [1, pieces - 1] : [pieces];
        return parts.map((part, at) => [
          ...[...(dated ? [this.#day(on)] : []), shop, product, ...(sized ? [size] : [])],
          ...[...(lots ? [`L${at + 1}`] : []), this.#number(part, 0)],
        ]);
      }),
    ]);
  }

  /** A column a size, or a shop, with their total. */
  #across(rows: readonly [string, CountedLine][], by: 'size' | 'shop', dated: boolean): Buffer {
    const columns = by === 'size' ? this.#case.sizes : this.#case.shops;
    const sized = by === 'shop' && this.#sized();
    const keyOf = (day: string, { shop, product, size }: CountedLine): Cells => [
      ...[...(dated ? [this.#day(day)] : []), ...(by === 'size' ? [shop] : []), product],
      ...(sized ? [size] : []),
    ];
    const found = new Map<string, { key: Cells; counts: Map<string, number> }>();
    for (const [day, line] of rows) {
      const key = keyOf(day, line);
      const own = found.get(key.join('\t')) ?? { key, counts: new Map() };
      own.counts.set(line[by], line.pieces);
      found.set(key.join('\t'), own);
    }
    return this.#bytes([
      [
        ...[...(dated ? ['Date'] : []), ...(by === 'size' ? ['Magasin'] : []), 'Code produit'],
        ...[...(sized ? ['Taille'] : []), ...columns, 'Total'],
      ],
      ...[...found.values()].map(({ key, counts }) => [
        ...[...key, ...columns.map((column) => this.#count(counts.get(column)))],
        this.#number(
          [...counts.values()].reduce((sum, each) => sum + each, 0),
          0,
        ),
      ]),
    ]);
  }

  #count(pieces: number | undefined): string {
    return pieces === undefined ? '' : this.#number(pieces, 0);
  }

  #sized(): boolean {
    return this.#case.sizes.length > 0;
  }

  #money(cents: number): string {
    return this.#number(cents / 100, 2);
  }

  #number(value: number, digits: number): string {
    const { decimal, thousands } = this.#writing;
    const other = decimal === ',' ? '.' : ',';
    const [whole = '', rest] = Math.abs(value).toFixed(digits).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands === 'other' ? other : thousands);
    return `${value < 0 ? '-' : ''}${grouped}${rest ? decimal + rest : ''}`;
  }

  #day(day: string): string {
    const [year, month, date] = day.split('-');
    const { date: form } = this.#writing;
    if (form === 'iso') return day;
    if (form === 'time') return `${day} ${10 + this.#random.below(9)}:30:00`;
    if (form === 'compact') return `${year}${month}${date}`;
    return [date, month, year].join(form === 'slashes' ? '/' : '.');
  }

  #bytes(rows: readonly Cells[]): Buffer {
    const { delimiter, eol, bytes, extras } = this.#writing;
    const cell = (value: string | number): string =>
      String(value).includes(delimiter) ? `"${value}"` : String(value);
    const lines = rows.map((row) => row.map(cell).join(delimiter));
    const title = extras.includes('title') ? ['Export du 22/06/2026', ''] : [];
    const text = `${[...title, ...lines, ...(extras.includes('blank') ? ['', ''] : [])].join(eol)}${eol}`;
    if (bytes === 'windows-1252') return Buffer.from(text.replaceAll('\u202f', '\u00a0'), 'latin1');
    return Buffer.from(bytes === 'bom' ? `\uFEFF${text}` : text);
  }
}
