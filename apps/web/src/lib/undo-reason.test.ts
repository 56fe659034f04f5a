import { expect, it } from 'vitest';
import { undoReason } from './undo-reason.ts';

const edit = { kind: 'discount', can_undo: true, undone_by: null, reach: 'whole' } as const;

it('says of each entry of the journal why it cannot be undone, and nothing where it can', () => {
  expect(undoReason(edit, null)).toBeNull();
  expect(undoReason(edit, 'Le projet est clos.')).toBe('Le projet est clos.');
  expect(undoReason({ ...edit, can_undo: false, undone_by: 'a1' }, null)).toMatch(/déjà annulée/);
  expect(undoReason({ ...edit, reach: 'part' }, null)).toMatch(/hors de votre périmètre/);
  expect(undoReason({ ...edit, can_undo: false }, null)).toMatch(/pas de la démarque travaillée/);
  for (const kind of ['comment', 'project', 'phase', 'reopening', 'signed'] as const)
    expect(undoReason({ ...edit, kind, can_undo: false }, null)).toMatch(/annule|change/);
  expect(undoReason({ ...edit, kind: 'signed', can_undo: false }, null)).toMatch(/signature/);
});
