import { describe, expect, it } from 'vitest';
import { SERIE_METRICS } from './metrics.ts';

const labels = SERIE_METRICS.map(({ label }) => label);

describe('the metrics of series', () => {
  it('[SERIES-06] begin with the four that the specification words', () => {
    expect(labels.slice(0, 4)).toEqual([
      'CA net TTC',
      'Marge nette',
      'Ventes unitaires',
      'Taux de démarque moyen',
    ]);
  });

  it('[SERIES-07] go on with the eight others, stock valued at cost and at retail', () => {
    expect(labels.slice(4)).toHaveLength(9);
    expect(labels).toContain('Stock au coût');
    expect(labels).toContain('Stock au prix de vente');
    expect(new Set(labels).size).toBe(labels.length);
  });
});
