import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdsPermission, lackOf, PERMISSION_NAMES, PERMISSIONS } from './permission.ts';
import { permissionsOf, ROLE_LABELS, ROLES } from './role.ts';

describe('what a role may do', () => {
  it('[PERM-01] is looked up by name, and a name that nobody knows is not allowed', () => {
    expect(holdsPermission(permissionsOf('reader'), 'canImport')).toBe(false);
    expect(holdsPermission({}, 'canImport')).toBe(false);
    expect(holdsPermission(permissionsOf('data'), 'canImport')).toBe(true);
  });

  it('names every permission, held or not, so that GET /me leaves none out', () => {
    for (const role of ROLES)
      expect(Object.keys(permissionsOf(role)).sort()).toEqual([...PERMISSION_NAMES].sort());
  });

  it('reads and no more for « Lecture », all of it for an administrator', () => {
    const held = Object.entries(permissionsOf('reader')).filter(([, has]) => has);
    expect(held).toEqual([]);
    expect(Object.values(permissionsOf('administrator'))).not.toContain(false);
  });

  it('takes what was given beyond the role, and a refusal takes nothing away', () => {
    const given = permissionsOf('merchandiser', { canImport: true, canComment: false, unknown: true });
    expect(given).toMatchObject({ canImport: true, canComment: true, canValidatePhases: false });
    expect(given).not.toHaveProperty('unknown');
  });

  it('says in French what is lacking', () => {
    expect(lackOf('canImport')).toBe('Votre rôle ne permet pas : importer des données.');
  });
});

it('docs/droits.md says the same as the code, permission by permission and role by role', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/droits.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  expect(cells(rows[0] ?? '').slice(2)).toEqual(ROLES.map((role) => ROLE_LABELS[role].toLowerCase()));
  const said = rows.slice(1).map(cells);
  const known = PERMISSION_NAMES.map((name) => [
    `\`${name}\``,
    PERMISSIONS[name],
    ...ROLES.map((role) => (permissionsOf(role)[name] ? 'oui' : '')),
  ]);
  expect(said).toEqual(known);
});
