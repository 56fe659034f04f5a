import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GameWeek } from './replay-game.ts';
import { replayGame } from './replay-game.ts';

const FILE = join(import.meta.dirname, '../../../../../shared/data/retailer_game/history_15_items.csv');
const RULES = { stock: 2_000, prices: [60, 54, 48, 36], lifts: [1, 1.31, 1.73, 2.8] };

describe('the markdown teaching game', () => {
  it('is perfectly played when demand is flat and known', () => {
    const flat = [60, 54, 48, 36].flatMap((price, group) =>
      [1, 2].flatMap((copy) => gameOf(group * 2 + copy, price, 160 + copy)),
    );
    const replay = replayGame(flat, RULES);
    expect(replay.items).toHaveLength(8);
    expect(replay.gap).toBeGreaterThanOrEqual(0);
    expect(replay.gap).toBeLessThan(0.02);
  });

  it('is played within 5 % of perfect foresight on the published history, with lifts learnt from it', (test) => {
    if (!existsSync(FILE)) {
      console.log(`skipped: ${FILE} is not here`);
      test.skip();
    }
    const replay = replayGame(readGame(FILE), RULES);
    console.log(
      `game: gap ${(100 * replay.gap).toFixed(2)} %, full price ${(100 * replay.full_price_gap).toFixed(2)} %, players ${(100 * replay.played_gap).toFixed(2)} %`,
    );
    expect(replay.items).toHaveLength(15);
    expect(replay.gap).toBeLessThan(0.05);
    expect(replay.gap).toBeLessThan(replay.full_price_gap);
    expect(replay.gap).toBeLessThan(replay.played_gap);
  });
});

function gameOf(item: number, price: number, level: number): GameWeek[] {
  let remaining = RULES.stock;
  return Array.from({ length: 15 }, (_, index) => {
    const paid = index < 8 ? 60 : price;
    const sales = Math.min(remaining, level * (RULES.lifts[RULES.prices.indexOf(paid)] ?? 1));
    remaining -= sales;
    return { item, week: index + 1, price: paid, sales, remaining };
  });
}

function readGame(file: string): GameWeek[] {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [item = 0, week = 0, price = 0, sales = 0, remaining = 0] = line.split(',').map(Number);
    return { item, week, price, sales, remaining };
  });
}
