import { describe, expect, it } from 'vitest';
import { newProject } from '../../test/new-project.ts';
import { paletteItems } from './palette-items.ts';

describe('the global search', () => {
  const project = newProject();

  it('offers products, then projects, then actions, by what was typed', () => {
    const products = [{ _id: 'l1', item_group_id: 'AU-1', title: 'Robe midi', brand: 'Aurelle' }];
    const items = paletteItems({ typed: 'rob', project, projects: [project], products });
    expect(items.map((item) => [item.group, item.label])).toEqual([
      ['Produits du projet', 'Robe midi'],
      ['Opérations et projets', 'Robes'],
    ]);
    expect(items[0]?.to).toContain('/project/p1/dashboard?q=AU-1');
    expect(items[1]?.note).toBe('Soldes été · Femme');
  });

  it('offers the actions of a project only inside it', () => {
    const labels = (open: typeof project | null) =>
      paletteItems({ typed: 'optimis', project: open, projects: [], products: [] }).map((item) => item.label);
    expect(labels(project)).toEqual(['Optimiser le projet', 'Optimiser en trois questions']);
    expect(labels(null)).toEqual([]);
  });
});
