import { formatQuantity } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { SelectField } from '../../../ui/field.tsx';
import { percentText } from '../cells/discount-text.ts';
import { groupTitle } from '../cells/product.tsx';
import { LevelEffects } from '../edit/level-effects.tsx';
import type { Group } from '../rows/row.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { GroupDialog } from './group-dialog.tsx';
import { useGroupEdit } from './use-group-edit.ts';

const REFUSAL_LABELS: Record<string, string> = {
  below_shield: 'sous le minimum des règles',
  above_shield: 'au-dessus du maximum des règles',
  below_previous: 'déjà plus démarqués',
  not_a_level: 'démarque non proposée',
};

function refusedText(refused: Readonly<Record<string, number>>): string | null {
  const parts = Object.entries(refused).filter(([, count]) => count > 0);
  if (parts.length === 0) return null;
  const count = parts.reduce((sum, [, value]) => sum + value, 0);
  const reasons = parts
    .map(([reason, value]) => `${formatQuantity(value)} ${REFUSAL_LABELS[reason] ?? reason}`)
    .join(', ');
  return `${countOf(count, 'produit ne changera', 'produits ne changeront')} pas\u202f: ${reasons}.`;
}

/** Gives a discount to a whole group, after saying to how many lines and with what effect. */
export function GroupEditDialog(props: PanelProps & { group: Group; value: number | null }): ReactNode {
  const { project, context, group, onClose } = props;
  const [value, setValue] = useState(props.value);
  const editing = useGroupEdit(props, group, { discount_pct_user: value });
  const { target, receipt } = editing;
  const days = horizonText(project, 'end');
  const title = groupTitle(group, context);
  const refused = receipt ? refusedText(receipt.refused) : null;
  // « Donner 50 % à 68 513 produits »; while they are written, that they are.
  const action = (count: number, busy: boolean): string => {
    const products = countOf(count, 'produit', 'produits');
    if (busy) return `Écriture de ${products}…`;
    return `Donner ${value === null ? 'la démarque automatique' : percentText(value)} à ${products}`;
  };
  return (
    <GroupDialog
      {...{ title: `Démarque de ${title}`, editing, context, days, action, onClose }}
      label={`${title} à ${percentText(value)}`}
      details={
        <>
          {refused ? <p className="attention">{refused}</p> : null}
          {receipt ? (
            <LevelEffects
              project={project._id}
              version={receipt.version}
              selection={target}
              levels={context.levels}
              chosen={value}
              days={days}
              catalog={context.catalog_currency}
              accounting={context.accounting_currency}
              onChoose={setValue}
            />
          ) : null}
        </>
      }
    >
      <SelectField
        label="Démarque"
        value={value === null ? 'auto' : String(value)}
        options={[
          { value: 'auto', label: 'Automatique' },
          ...context.levels.map((level) => ({ value: String(level), label: percentText(level) })),
        ]}
        onChange={(text) => setValue(text === 'auto' ? null : Number(text))}
      />
    </GroupDialog>
  );
}
