import type { Settings, SettingsChanges } from '@palier/contract';
import { DEFAULT_DASHBOARD_COLUMNS, EXPORT_TEMPLATES, FIELDS, settingsFault } from '@palier/domain';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { invalid } from '../../../http/errors.ts';
import { isAllowed, type Scope } from '../../../scope.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';
import { changeSetting } from '../seen-setting.ts';

const DEFAULT_SETTINGS: Settings = {
  featured_fields: ['item_group_id', 'brand', 'color'],
  dashboard_columns: [...DEFAULT_DASHBOARD_COLUMNS],
  useScenarioScope: true,
  unavailableFields: [],
  exportTemplates: EXPORT_TEMPLATES.map((template) => ({ ...template })),
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

/**
 * Changes what is named of the settings; the others stay.
 * @throws 400 for a field, column or file that there is not, 409 for what is no longer as it was seen
 */
export async function changeSettings(
  db: Db,
  scope: Scope,
  changes: SettingsChanges,
  seen?: object,
): Promise<Settings> {
  const fault = settingsFault(changes);
  if (fault !== null) throw invalid(fault);
  return inTransaction(db, async (tx) => {
    const { unavailableFields, ...others } = changes;
    await changeSetting(tx, scope, {
      ...{ subject: 'settings', changes, seen },
      read: () => readSettings(tx, scope),
      write: async () => {
        const hidden = unavailableFields && (await withCosts(tx, scope, unavailableFields));
        await changeOrganizationSettings(tx, scope, {
          ...others,
          ...(hidden && { unavailableFields: hidden }),
        });
      },
    });
    return readSettings(tx, scope);
  });
}

/** Who may not see costs reads their fields as hidden, and says nothing of them: for the others they stay as they are. */
async function withCosts(tx: Tx, scope: Scope, hidden: readonly string[]): Promise<string[]> {
  if (isAllowed(scope, 'canSeeCosts')) return [...hidden];
  const { unavailableFields: before = [] } = await organizationSettings(tx, scope);
  return [...hidden.filter((id) => !OF_COSTS.includes(id)), ...before.filter((id) => OF_COSTS.includes(id))];
}
