import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { GameWeek } from './replay-game.ts';
import { GAME_RULES, readGame, replayGame } from './replay-game.ts';

const FILE = join(import.meta.dirname, '../../../shared/data/retailer_game/history_15_items.csv');
const RULES = GAME_RULES;

describe('the markdown teaching game', () => {
  it('is perfectly played when demand is flat and known', () => {
    const flat = [60, 54, 48, 36].flatMap((price, group) =>
      [1, 2].flatMap((copy) => gameOf(group * 2 + copy, price, 160 + copy)),
    );
    const { items, gaps } = replayGame(flat);
    expect(items).toHaveLength(8);
    expect(gaps.palier.value).toBeGreaterThanOrEqual(0);
    expect(gaps.palier.value).toBeLessThan(0.02);
  });

  it('is played within 4 % of perfect foresight on the published history, with lifts learnt from it', (test) => {
    if (!existsSync(FILE)) {
      console.log(`skipped: ${FILE} is not here`);
      test.skip();
    }
    const { items, gaps } = replayGame(readGame(readFileSync(FILE, 'utf8')));
    for (const [strategy, { value, low, high }] of Object.entries(gaps))
      console.log(
        `game, ${strategy}: gap ${(100 * value).toFixed(1)} % (${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)})`,
      );
    expect(items).toHaveLength(15);
    expect(gaps.palier.value).toBeLessThan(0.04);
    expect(gaps.palier.high).toBeLessThan(gaps.ladder.low);
    expect(gaps.palier.high).toBeLessThan(gaps.played.low);
    expect(gaps.palier.value).toBeLessThan(gaps.cover_rule.value);
    for (const { estimated_lifts } of items)
      estimated_lifts.forEach((lift, index) => {
        expect(Math.abs(lift / (RULES.lifts[index] ?? 1) - 1)).toBeLessThan(0.15);
      });
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
