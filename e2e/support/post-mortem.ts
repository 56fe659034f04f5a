// The gap to the plan, worked out again from the rows that « Exporter » gives and docs/moteur.md: none of the product's
// own code is used.

export interface ResultLine {
  code: string;
  family: string;
  phase: string;
  planned: number;
  /** Share taken off, planned. */
  rate: number;
  sold: number;
  sales: number;
  price: number;
  base_price: number;
  planned_base_price: number;
  cost: number;
  residual: number;
  out: number;
  gap: Parts;
}

interface Parts {
  price: number;
  volume: number;
  mix: number;
  stock_out: number;
}

/** Rows of a sheet by the headings that it has. */
export function readRows(text: string): Map<string, string>[] {
  const [head = '', ...lines] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter(Boolean);
  const headings = cellsOf(head);
  return lines.map((line) => new Map(cellsOf(line).map((value, place) => [headings[place] ?? '', value])));
}

/** Semicolons, quotes where a text has one. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  );
}

const numberOf = (text: string | undefined): number =>
  text === undefined || text === ''
    ? Number.NaN
    : Number(text.replace(/[\s\u202f\u00a0]/g, '').replace(',', '.'));

/** The lines that have a plan and all that values it. */
export function readSheet(text: string): ResultLine[] {
  return readRows(text)
    .map((row) => {
      const at = (heading: string): number => numberOf(row.get(heading));
      return {
        code: row.get('Code produit') ?? '',
        family: row.get('Famille') ?? '',
        phase: row.get('Démarque') ?? '',
        planned: at('Pièces prévues'),
        rate: at('Taux prévu (%)') / 100,
        sold: at('Pièces vendues'),
        sales: at('CA réel'),
        price: at('Prix TTC'),
        base_price: at('Prix HT'),
        planned_base_price: at('Prix HT prévu'),
        cost: at('Coût'),
        residual: at('Valeur d’un invendu (part du coût)'),
        out: at('Part des jours en rupture'),
        gap: {
          price: at('Écart : prix'),
          volume: at('Écart : volume'),
          mix: at('Écart : mix'),
          stock_out: at('Écart : ruptures'),
        },
      };
    })
    .filter(({ gap }) => Number.isFinite(gap.price));
}

/** What a piece sold at the planned price brings, rather than left. */
const worth = ({ planned_base_price, rate, residual, cost }: ResultLine): number =>
  planned_base_price * (1 - rate) - residual * cost;

function meanBy(lines: readonly ResultLine[], key: (line: ResultLine) => string): Map<string, number> {
  const sums = new Map<string, [value: number, units: number]>();
  for (const line of lines) {
    const [value, units] = sums.get(key(line)) ?? [0, 0];
    sums.set(key(line), [value + worth(line) * line.planned, units + line.planned]);
  }
  return new Map([...sums].map(([name, [value, units]]) => [name, units > 0 ? value / units : 0]));
}

/** The parts of the gap, line by line, their sums, and the whole that they must make. */
export function gapsOf(lines: readonly ResultLine[]) {
  const phases = meanBy(lines, ({ phase }) => phase);
  const families = meanBy(lines, ({ phase, family }) => `${phase}|${family}`);
  const sums: Parts = { price: 0, volume: 0, mix: 0, stock_out: 0 };
  let whole = 0;
  const rows = lines.map((line) => {
    const { planned, sold, sales, price, base_price, cost, residual, out, phase, family } = line;
    const value = worth(line);
    const made = (sales * base_price) / price - residual * cost * sold;
    const short = Math.min(planned * out, Math.max(0, planned - sold));
    const more = sold - planned + short;
    const mix = ((families.get(`${phase}|${family}`) ?? 0) - (phases.get(phase) ?? 0)) * more;
    const parts: Parts = {
      price: made - value * sold,
      stock_out: -value * short,
      mix,
      volume: value * more - mix,
    };
    whole += made - value * planned;
    for (const name of Object.keys(sums) as (keyof Parts)[]) sums[name] += parts[name];
    return { line, parts };
  });
  return { rows, sums, whole };
}
