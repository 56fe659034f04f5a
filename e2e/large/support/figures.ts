import { writeFileSync } from 'node:fs';

interface Figure {
  name: string;
  /** ms, or what `unit` says. */
  values: number[];
  unit: string;
}

/** What was measured on the way: printed at the end, never a reason to fail. */
export class Figures {
  readonly #figures: Figure[] = [];

  add(name: string, value: number, unit = 'ms'): void {
    const known = this.#figures.find((figure) => figure.name === name);
    if (known) known.values.push(value);
    else this.#figures.push({ name, values: [value], unit });
  }

  /** Runs a step `times` times and keeps how long each took, until its promise is fulfilled. */
  async time<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    const result = await step();
    this.add(name, performance.now() - start);
    return result;
  }

  /** A table for reading, and JSON where PALIER_LARGE_JSON says. */
  print(title: string): void {
    const lines = this.#figures.map(({ name, values, unit }) => {
      const sorted = values.toSorted((a, b) => a - b);
      const at = (share: number): string =>
        (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
      const spread = values.length > 1 ? `   p95 ${at(0.95)}   max ${at(1)}   n ${values.length}` : '';
      return `  ${name.padEnd(58)} ${at(0.5).padStart(7)} ${unit}${spread}`;
    });
    console.log(`\n${title}\n${lines.join('\n')}\n`);
    const file = process.env.PALIER_LARGE_JSON;
    if (file)
      writeFileSync(file, `${JSON.stringify({ title, figures: this.#figures }, null, 1)}\n`, { flag: 'a' });
  }
}
