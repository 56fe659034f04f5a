import type { Settings, SettingsChanges } from '@palier/contract';
import { DEFAULT_DASHBOARD_COLUMNS, FIELDS } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isAllowed, type Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';

const DEFAULT_SETTINGS: Settings = {
  featured_fields: ['item_group_id', 'brand', 'color'],
  dashboard_columns: [...DEFAULT_DASHBOARD_COLUMNS],
  useScenarioScope: true,
  unavailableFields: [],
  exportTemplates: [
    { id: 'listing-xlsx', name: 'Listing (Excel)', format: 'xlsx', kind: 'listing' },
    { id: 'listing-csv', name: 'Listing (CSV)', format: 'csv', kind: 'listing' },
    { id: 'prices-csv', name: 'Prix pour les magasins (CSV)', format: 'csv', kind: 'prices' },
    { id: 'prices-xlsx', name: 'Prix pour les magasins (Excel)', format: 'xlsx', kind: 'prices' },
    { id: 'proof-csv', name: 'Dossier de preuve des prix (CSV)', format: 'csv', kind: 'proof' },
    { id: 'proof-xlsx', name: 'Dossier de preuve des prix (Excel)', format: 'xlsx', kind: 'proof' },
  ],
};

/** Not there for who may not see costs: screens withhold their columns as any other that is unavailable. */
const OF_COSTS = FIELDS.filter(({ needs }) => needs === 'costs').map(({ id }) => id);

/** The organisation's settings over the built-in ones; what it keeps beside them has routes of its own. */
export async function readSettings(db: DbOrTx, scope: Scope): Promise<Settings> {
  const {
    residual_value: _,
    imports: __,
    loss_threshold_pct: ___,
    law: _law,
    decisions_by_person: ____,
    signature: _____,
    ...own
  } = await organizationSettings(db, scope);
  const settings = { ...DEFAULT_SETTINGS, ...own };
  if (isAllowed(scope, 'canSeeCosts')) return settings;
  return { ...settings, unavailableFields: [...new Set([...settings.unavailableFields, ...OF_COSTS])] };
}

/** Changes what is named of the settings; the others stay. */
export async function changeSettings(db: Db, scope: Scope, changes: SettingsChanges): Promise<Settings> {
  return inTransaction(db, async (tx) => {
    await changeOrganizationSettings(tx, scope, changes);
    return readSettings(tx, scope);
  });
}
