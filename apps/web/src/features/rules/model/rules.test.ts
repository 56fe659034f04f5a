import type { Rule, RuleConflict, RulePreview } from '@palier/contract';
import { lawPolicy } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { draftOf, inMode, isUnsaved, modeOf, newDraft, withEntry } from './draft.ts';
import { differences } from './history.ts';
import { lockedRules, lockedText } from './locked-rules.ts';
import { conflictText, effectText, remedyTexts } from './rule-text.ts';
import { askOf, inAsk, shownTerms, typedPoints } from './terms.ts';

function rule(over: Partial<Rule> = {}): Rule {
  return {
    ...{ _id: 'r1', name: 'Plafond', query: null, active: true, position: 2, state: 'processed' },
    ...{ discount_spec_by: null, discount_spec_map_type: 'fixed', discount_spec_map: { '*': 40 } },
    ...over,
  };
}

describe('a new rule', () => {
  it('[VALID-06] has an id and the name « Règle #n » before anything is sent', () => {
    const draft = newDraft(3);
    expect(draft.name).toBe('Règle #3');
    expect(draft._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(newDraft(3)._id).not.toBe(draft._id);
  });
});

describe('a rule being written', () => {
  it('says its discount in one of three ways, and keeps the figure from one to the next', () => {
    const fixed = draftOf(rule());
    expect(modeOf(fixed)).toBe('fixed');
    const bounds = inMode(fixed, 'bounds');
    expect(modeOf(bounds)).toBe('bounds');
    expect(bounds.discount_spec_map).toEqual({ '*': { min: 40, max: null } });
    expect(inMode(bounds, 'fixed').discount_spec_map).toEqual({ '*': 40 });
    expect(modeOf(inMode(bounds, 'field'))).toBe('field');
  });

  it('[RULE-03] holds a figure by term; none takes the term away', () => {
    const draft = withEntry(inMode(draftOf(rule()), 'field'), 'Lune', 30);
    expect(draft.discount_spec_map).toEqual({ Lune: 30 });
    expect(withEntry(draft, 'Lune', null).discount_spec_map).toBeNull();
  });

  it('is unsaved when it says something else than the rule that is kept', () => {
    expect(isUnsaved(undefined, rule())).toBe(false);
    expect(isUnsaved(draftOf(rule()), rule())).toBe(false);
    expect(isUnsaved({ ...draftOf(rule()), name: 'Autre' }, rule())).toBe(true);
    expect(isUnsaved(newDraft(1), undefined)).toBe(true);
    const both = { Lune: 10, Éclat: 20 };
    const match = rule({
      discount_spec_by: 'brand',
      discount_spec_map_type: 'match',
      discount_spec_map: both,
    });
    expect(isUnsaved({ ...draftOf(match), discount_spec_map: { Éclat: 20, Lune: 10 } }, match)).toBe(false);
  });
});

describe('discounts by value', () => {
  it('are typed in points; what is no figure is not taken for one', () => {
    expect(['', '37', '12,5 %', 'x', '120'].map(typedPoints)).toEqual([null, 37, 12.5, undefined, undefined]);
  });

  it('may be the discount, the least or the most', () => {
    expect(askOf({ Lune: { min: 20, max: null } })).toBe('min');
    expect(inAsk({ Lune: { min: 20, max: null } }, 'max')).toEqual({ Lune: { min: null, max: 20 } });
  });

  it('show the values of the rule that no product has now', () => {
    const terms = [{ value: 'Lune', item_group_count: 3 }];
    expect(shownTerms(terms, { Éclat: 20, '*': 10 })).toEqual([
      { key: 'Lune', count: 3 },
      { key: 'Éclat', count: 0 },
    ]);
  });
});

const conflict: RuleConflict = {
  ...{ rule_id: 'r4', winner_id: 'r3', discount_count: 9, item_group_ids: [], discount_pct_min: 30 },
  ...{ discount_pct_max: 30, asked: { min: 40, max: null }, winner_asked: { min: null, max: 30 } },
  swap: { profit_after_leftovers: 1100, discount_budget: 2900 },
  exclude: { profit_after_leftovers: 0, discount_budget: 0.2 },
};
const rules = [
  rule({ _id: 'r3', position: 0, name: 'Une marche à la fois' }),
  rule({ _id: 'r4', position: 1, name: 'Vider' }),
];

describe('a conflict', () => {
  it('is said in sentences: who asks what, who wins, and what becomes of the products', () => {
    const text = conflictText(conflict, rules);
    expect(text?.rule).toBe('2 «\u202fVider\u202f»');
    expect(text?.asks).toBe('demande au moins 40\u202f%');
    expect(text?.wins).toBe('s’arrête à 30\u202f%');
    expect(text?.end).toBe('La règle la plus haute l’emporte\u202f: ces 9 produits resteront à 30\u202f%.');
    const ladder = conflictText({ ...conflict, winner_id: null, discount_count: 1 }, rules);
    expect(ladder?.winner).toBeNull();
    expect(ladder?.end).toBe('Un prix démarqué ne remonte pas\u202f: ce produit restera à 30\u202f%.');
  });

  it('has the effect of each of its remedies', () => {
    expect(remedyTexts(conflict, rules, 'EUR')).toEqual([
      '2 avant 1\u202f: marge après invendus +1,1\u202fk€, budget +2,9\u202fk€',
      'exclus de 2\u202f: rien ne change',
    ]);
    expect(remedyTexts({ ...conflict, swap: null, exclude: null }, rules, 'EUR')).toEqual([]);
  });
});

describe('a product of the preview', () => {
  const row = (over: Partial<RulePreview['data'][number]>) =>
    ({
      discount_pct: 30,
      new_discount_pct: 30,
      overruled_by: null,
      overruled_by_rule_id: null,
      decided_by_rule_id: 'r4',
      ...over,
    }) as RulePreview['data'][number];

  it('[RULE-05] says what becomes of its discount, or who wins', () => {
    const said = (over: Parameters<typeof row>[0]) => effectText(row(over), rules, 'r4').text;
    expect(said({})).toBe('inchangée');
    expect(said({ new_discount_pct: 40 })).toBe('relevée à 40\u202f%');
    expect(said({ new_discount_pct: 20 })).toBe('abaissée à 20\u202f%');
    expect(said({ new_discount_pct: 20, decided_by_rule_id: 'r3' })).toBe(
      'abaissée à 20\u202f% par la règle 1',
    );
    expect(said({ discount_pct: null })).toBe('posée à 30\u202f%');
    expect(said({ overruled_by: 'Une marche à la fois', overruled_by_rule_id: 'r3' })).toBe(
      'règle 1 l’emporte',
    );
    expect(said({ overruled_by: 'La démarque précédente' })).toBe('démarque précédente l’emporte');
  });
});

describe('the history of a rule', () => {
  it('says what changed from one version to the next', () => {
    const { _id: _, state: __, ...content } = rule();
    expect(differences(null, content, {})[0]).toContain('démarque de 40\u202f%');
    const after = { ...content, active: false, position: 0, discount_spec_map: { '*': 20 } };
    expect(differences(content, after, {})).toEqual([
      'Avant\u202f: Tous les produits, démarque de 40\u202f%.',
      'Après\u202f: Tous les produits, démarque de 20\u202f%.',
      'Désactivée',
      'Place\u202f: 3 devient 1',
    ]);
    expect(differences(content, content, {})).toEqual(['Rien de ce qu’elle dit n’a changé']);
  });
});

describe('the rules above the project’s', () => {
  const policy = lawPolicy({ below_known_cost: 'block', soldes_goods: 'note' });
  const filter = { combinator: 'and' as const, rules: [] };

  it('are the ladder of prices and the law, each with what the organisation lets it do', () => {
    const rules = lockedRules(policy, []);
    expect(rules.map(({ label, does }) => `${label} : ${does}`)).toEqual([
      'Un prix démarqué ne remonte pas : toujours tenue',
      'Prix antérieur : avertit',
      'Pourcentage annoncé : avertit',
      'Dates des soldes : avertit',
      'Produits soldés : note',
      'Revente à perte : bloque la validation',
    ]);
    expect(lockedText(policy)).toBe('1 bloque la validation, 3 avertissent, 1 note');
  });

  it('say what they find in the worked phase, noted or not; what is fine is not said', () => {
    const found = { text: '9 produits : trop', detail: '1 k€', filter };
    const rules = lockedRules(policy, [
      { key: 'soldes_goods', state: 'ok', ...found },
      { key: 'prior_price', state: 'ok', text: 'Prix antérieurs établis', detail: null, filter: null },
    ]);
    expect(rules.filter((rule) => rule.found !== null)).toMatchObject([
      { key: 'soldes_goods', found: { text: '9 produits\u202f: trop', filter } },
    ]);
  });
});
