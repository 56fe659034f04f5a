import { type Day, dayOf } from '../calendar/day.ts';

const HEADINGS = { code: 'Code produit', discount: 'Démarque (%)', from: 'À partir du' } as const;

/**
 * The discounts (rates) that price files exported by Palier give to products, by product and first day.
 * @throws RangeError for a file that is not a price file in CSV
 */
export function readDecided(files: readonly string[]): Map<string, Map<Day, number>> {
  const decided = new Map<string, Map<Day, number>>();
  for (const text of files) {
    const [first = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r?\n/);
    const headings = cellsOf(first);
    const [code, discount, from] = [HEADINGS.code, HEADINGS.discount, HEADINGS.from].map((heading) => {
      const found = headings.indexOf(heading);
      if (found < 0) throw new RangeError(`a price file has a column « ${heading} »`);
      return found;
    });
    for (const row of rows.filter(Boolean).map(cellsOf)) {
      const product = row[code ?? 0] ?? '';
      const byDay = decided.get(product) ?? new Map<Day, number>();
      byDay.set(frenchDay(row[from ?? 0] ?? ''), Number((row[discount ?? 0] ?? '').replace(',', '.')) / 100);
      decided.set(product, byDay);
    }
  }
  return decided;
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
}

/** « 08/07/2026 » as a day. */
function frenchDay(text: string): Day {
  const [day = '', month = '', year = ''] = text.split('/');
  return dayOf(`${year}-${month}-${day}`);
}
