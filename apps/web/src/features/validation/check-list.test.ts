import { describe, expect, it } from 'vitest';
import { newProject, newStats } from '../../test/new-project.ts';
import { checkList } from './check-list.ts';
import { consequence } from './validation-text.ts';

const figures = { stats: newStats(), withoutCost: 0, unsent: 0, today: '2026-07-05' };

describe('the check list of the worked phase', () => {
  it('says what is missing, and where to mend it', () => {
    const checks = checkList(newProject({ objective: null }), { ...figures, withoutCost: 14, unsent: 2 });
    expect(checks.filter((check) => !check.ok).map((check) => check.text)).toEqual([
      'Objectif de répartition à fixer',
      '30 produits du projet à revoir',
      '14 produits sans coût',
      '2 modifications ne sont pas encore enregistrées',
    ]);
    expect(checks.filter((check) => check.filter).map((check) => check.key)).toEqual(['review', 'cost']);
  });

  it('is all ticked when nothing is missing', () => {
    const stats = newStats({ discount_pct_reviewed_count: 100 });
    expect(checkList(newProject(), { ...figures, stats }).every((check) => check.ok)).toBe(true);
  });

  it('has no day for a stock that was never imported', () => {
    const snapshot = {
      ...{ version: 1, status: 'ready' as const, data_date: '2026-07-05', discount_count: 2, error: null },
      lacks: 'stock' as const,
    };
    expect(checkList(newProject({ snapshot }), figures)).toContainEqual({
      ...{ key: 'data', ok: false, text: 'Le stock n’est pas connu' },
    });
  });

  it('does not take figures that could not be read for a finished review', () => {
    const review = checkList(newProject(), { ...figures, stats: null }).find(({ key }) => key === 'review');
    expect(review).toMatchObject({ ok: false, text: 'Nombre de produits à revoir inconnu pour l’instant' });
  });
});

describe('what validating will do', () => {
  it('says which products keep an unreviewed discount, and which phase is worked next', () => {
    expect(consequence(newProject(), newStats())).toBe(
      '30 produits à revoir partiront avec leur démarque actuelle. La démarque 4 deviendra la démarque travaillée.',
    );
    expect(consequence(newProject(), newStats({ discount_pct_reviewed_count: 99 }))).toContain(
      '1 produit à revoir partira avec sa démarque actuelle.',
    );
  });

  it('says that the last phase is the last', () => {
    expect(consequence(newProject({ working_phase: 3 }), null)).toMatch(/^Ce sera la dernière démarque/);
  });
});
