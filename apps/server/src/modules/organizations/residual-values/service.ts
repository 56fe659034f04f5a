import type { LineValues } from '@palier/analytics';
import { type ResidualValue, residualValueFault, residualValueOf, residualValueReader } from '@palier/domain';
import type { Db, DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { changeOrganizationSettings, organizationSettings } from '../repository.ts';
import { changeSetting } from '../seen-setting.ts';

/** The organisation's rule: what a project without its own follows. */
export async function organizationRule(db: DbOrTx, scope: Scope): Promise<ResidualValue> {
  const { residual_value } = await organizationSettings(db, scope);
  return residualValueOf(null, residual_value);
}

/** @throws 422 for a field that products do not have, 409 when it is no longer as it was seen */
export async function setOrganizationRule(
  db: Db,
  scope: Scope,
  rule: ResidualValue,
  seen?: object,
): Promise<ResidualValue> {
  const fault = residualValueFault(rule);
  if (fault !== null) throw new ApiError('refused', fault);
  await inTransaction(db, (tx) =>
    changeSetting(tx, scope, {
      ...{ subject: 'residual_value', changes: rule, seen },
      read: () => organizationRule(tx, scope),
      write: () => changeOrganizationSettings(tx, scope, { residual_value: rule }),
    }),
  );
  return rule;
}

/** The rule that a project's lines follow: its own, else the organisation's. */
export async function residualRule(
  db: DbOrTx,
  scope: Scope,
  project: Pick<ProjectRow, 'residual_value'>,
): Promise<ResidualValue> {
  return project.residual_value ?? organizationRule(db, scope);
}

/** Lines with ρ, the share of its cost that an unsold unit of each is still worth. */
export type ValuedLines<T> = T & { residual_value: Float64Array };

/** Adds ρ to lines read with the values of the rule's field. */
export function withResidualValue<T extends { values: LineValues | null; price: Float64Array }>(
  lines: T,
  rule: ResidualValue,
): ValuedLines<T> {
  const read = residualValueReader(rule);
  const shares = lines.values?.lists.map(read);
  const residual_value = Float64Array.from(
    lines.price,
    (_, line) => shares?.[lines.values?.of[line] ?? -1] ?? rule.other,
  );
  return { ...lines, residual_value };
}
