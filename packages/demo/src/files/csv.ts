/** French CSV: `;` between fields, decimal comma, quotes only where they are needed. */
export function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.map(csvField).join(';')}\n`;
}

function csvField(field: string | number): string {
  if (typeof field === 'number') return String(field).replace('.', ',');
  return /[;"\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Cents to `79,99`. */
export function euros(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)},${String(whole % 100).padStart(2, '0')}`;
}

/** Text kept until it is worth a write; a chunk per file and about 256 kB. */
export class Buffers {
  readonly #parts = new Map<string, string[]>();
  readonly #sizes = new Map<string, number>();
  readonly #limit: number;

  constructor(limit = 262_144) {
    this.#limit = limit;
  }

  add(path: string, header: string, text: string): void {
    let parts = this.#parts.get(path);
    if (!parts) {
      parts = this.#sizes.has(path) ? [] : [header];
      this.#parts.set(path, parts);
    }
    parts.push(text);
    this.#sizes.set(path, (this.#sizes.get(path) ?? 0) + text.length);
  }

  /** What is long enough to be written, or everything at the end. */
  *flush(all = false): Generator<{ path: string; text: string }> {
    for (const [path, parts] of this.#parts) {
      if (!all && (this.#sizes.get(path) ?? 0) < this.#limit) continue;
      yield { path, text: parts.join('') };
      this.#parts.delete(path);
      this.#sizes.set(path, 0);
    }
  }
}
