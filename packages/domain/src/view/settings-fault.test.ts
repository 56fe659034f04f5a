import { describe, expect, it } from 'vitest';
import { EXPORT_TEMPLATES, type ExportTemplate } from './export-template.ts';
import { settingsFault } from './settings-fault.ts';

const own: ExportTemplate = {
  ...{ id: 'hebdo', name: 'Suivi hebdo', format: 'xlsx', kind: 'listing' },
  columns: ['price', 'stockTotal'],
};
const [listing, , prices] = EXPORT_TEMPLATES as [ExportTemplate, ExportTemplate, ExportTemplate];

describe('settings of the screens', () => {
  it('take the fields and columns that there are, the retailer’s own too', () => {
    expect(
      settingsFault({
        featured_fields: ['brand', 'attributes.matiere'],
        dashboard_columns: ['img', 'price'],
        unavailableFields: ['brand', 'attributes.matiere'],
        exportTemplates: [prices, { ...listing, name: 'Le listing' }, own],
      }),
    ).toBeNull();
    expect(settingsFault({})).toBeNull();
    expect(settingsFault({ exportTemplates: [] })).toBeNull();
  });

  it.each([
    [{ featured_fields: ['marque'] }, 'Champ inconnu : « marque »'],
    [{ unavailableFields: ['marque'] }, 'Champ inconnu : « marque »'],
    [{ featured_fields: ['title'] }, 'ne se lit pas sous le nom'],
    [{ dashboard_columns: [] }, 'au moins une colonne'],
    [{ dashboard_columns: ['prix'] }, 'Colonne inconnue'],
    [{ dashboard_columns: ['discountState'] }, 'gère lui-même : « discountState »'],
    [{ exportTemplates: [own, { ...own, name: 'Autre' }] }, 'nommé deux fois'],
    [{ exportTemplates: [own, { ...own, id: 'b', name: 'SUIVI HEBDO ' }] }, 'Deux fichiers s’appellent'],
    [{ exportTemplates: [{ ...listing, format: 'csv' as const }] }, 'garde sa sorte et son format'],
    [{ exportTemplates: [{ ...own, kind: 'prices' as const }] }, 'ceux de prix ont leur écran'],
    [{ exportTemplates: [{ ...prices, columns: ['price'] }] }, 'n’est pas un listing'],
    [{ exportTemplates: [{ ...own, columns: ['prix'] }] }, 'Colonne inconnue'],
  ])('say what is wrong: %j', (settings, said) => {
    expect(settingsFault(settings)).toContain(said);
  });
});
