import { FIELDS } from '@palier/domain';

/** What hostile or broken clients put where a text is expected. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '..',
    '../../etc/passwd',
    '%2e%2e%2f',
    '%00',
    'a\u0000b',
    '\u202e\u200b\u001f',
    '\ud800',
    '💩',
  ],
  ...["'", '"', '`', ';--', "' OR 1=1 --", '\\', '%', '_', '$1', '{{7*7}}', '=cmd|A1', '<script>'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'true', '[]', '{}'],
  ...['x'.repeat(201), 'x'.repeat(5000), 'é'.repeat(300), '9'.repeat(400), '1e309', '-0', '0x10'],
  ...['2026-02-30', '0000-00-00', '+275760-09-13', '9999-12-31', '0001-01-01', '2026-07-01T00:00:00Z'],
];

/** Numbers at and beyond the edges of every integer and decimal type under the API. */
export const HOSTILE_NUMBERS: readonly number[] = [
  ...[0, -0, -1, 1, 0.1 + 0.2, 0.5, 100, 101, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308],
  ...[5e-324, 37, 99.999_999_999_999_99],
];

/**
 * Words of the application as its answers give them, by the name under which they stand: what makes a random call one
 * that reaches the rows.
 */
export class Words {
  readonly #byName = new Map<string, string[]>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
    for (const { id } of FIELDS) this.#add('field', id);
  }

  /** A word seen under a name, or any word where none was. */
  pick(name: string): string | undefined {
    const known = this.#byName.get(name) ?? this.#any();
    return known?.[Math.floor(this.#random() * known.length)];
  }

  /** Learns the texts of an answer: each under its key, and the `_id` of rows under the last word of the address. */
  learn(answer: unknown, resource: string, depth = 0): void {
    if (depth > 6 || answer === null || typeof answer !== 'object') return;
    const entries = Object.entries(answer).slice(0, 30);
    for (const [key, value] of entries) {
      if (typeof value === 'string' && value.length <= 100) this.#add(key === '_id' ? resource : key, value);
      else this.learn(value, resource, depth + 1);
    }
  }

  #any(): string[] | undefined {
    const all = [...this.#byName.values()];
    return all[Math.floor(this.#random() * all.length)];
  }

  #add(name: string, word: string): void {
    const known = this.#byName.get(name) ?? [];
    if (known.length < 500) known.push(word);
    else known[Math.floor(this.#random() * known.length)] = word;
    this.#byName.set(name, known);
  }
}
