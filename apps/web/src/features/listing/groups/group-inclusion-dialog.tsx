import type { ReactNode } from 'react';
import { countOf } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { groupTitle } from '../cells/product.tsx';
import type { Group } from '../rows/row.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { GroupDialog } from './group-dialog.tsx';
import { useGroupEdit } from './use-group-edit.ts';

/** Takes a whole group in or out of the markdown, after saying how many products change and with what effect. */
export function GroupInclusionDialog(props: PanelProps & { group: Group; included: boolean }): ReactNode {
  const { project, context, group, included, onClose } = props;
  const editing = useGroupEdit(props, group, { included });
  const verb = included ? 'Inclure' : 'Exclure';
  const title = `${verb} ${groupTitle(group, context)}`;
  const action = (count: number, busy: boolean): string => {
    const products = countOf(count, 'produit', 'produits');
    return busy ? `Écriture de ${products}…` : `${verb} ${products}`;
  };
  return (
    <GroupDialog
      {...{ title, editing, context, action, label: title, onClose }}
      days={horizonText(project, 'end')}
    >
      <p>
        {included
          ? 'Ces produits reprennent leur démarque choisie ou automatique.'
          : 'Ces produits gardent le prix de la démarque précédente. Ils restent dans le projet et peuvent y être inclus de nouveau.'}
      </p>
    </GroupDialog>
  );
}
