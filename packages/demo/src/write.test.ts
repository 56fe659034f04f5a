import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRetailer } from '../test/read-retailer.ts';
import { writeRetailer } from './write.ts';

const folder = mkdtempSync(join(tmpdir(), 'palier-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a written retailer', () => {
  it('is what the generator gives, however often it is written', async () => {
    const report = await writeRetailer(folder, { products: 40, seed: 5 });
    await writeRetailer(folder, { products: 40, seed: 5 });
    const expected = readRetailer({ products: 40, seed: 5 });
    for (const [path, text] of expected.files) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    expect(report.files).toBe(expected.files.size);
    expect(readdirSync(folder)).toContain('projets.json');
  });

  it('stays within 1.5 million sales rows by default', async () => {
    const report = await writeRetailer(join(folder, 'default'));
    expect(report.products).toBe(2_000);
    expect(report.sales_rows).toBeGreaterThan(500_000);
    expect(report.sales_rows).toBeLessThan(1_500_000);
  });

  it('refuses impossible options with a sentence', async () => {
    await expect(writeRetailer(folder, { products: 3 })).rejects.toThrow('products must be an integer');
  });
});
