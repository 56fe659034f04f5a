import { isQueryValid, itemCountMessage, pruneQuery } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { RuleGroupType } from 'react-querybuilder';
import { FilterBuilder } from '../../../lib/filter/filter-builder.tsx';
import { offeredFields } from '../../../lib/filter/filter-fields.ts';
import { FIRST_CONDITION, toBuilder, toQueryTree } from '../../../lib/filter/filter-tree.ts';
import { countOf } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { countFilter } from '../api/queries.ts';
import type { PanelProps } from '../screen/panel-types.ts';

/** Nested conditions in French, with values suggested and the number of products they keep. */
export function FilterDialog({ project, handle, fields, settings, onClose }: PanelProps): ReactNode {
  const { parameters } = handle.state;
  const [builder, setBuilder] = useState<RuleGroupType>(() =>
    toBuilder(parameters.searchQuery ?? FIRST_CONDITION),
  );
  const { searchQuery } = parameters;
  const offered = useMemo(
    () => offeredFields(fields, settings.unavailableFields, searchQuery),
    [fields, settings, searchQuery],
  );
  const tree = pruneQuery(toQueryTree(builder, fields));
  const valid =
    tree === null || isQueryValid(tree, { findField: (id) => offered.find((field) => field.id === id) });
  const count = useQuery({ ...countFilter(project._id, tree), enabled: valid });
  const message = itemCountMessage(!valid || count.isError ? 'invalid' : count.data);
  return (
    <Dialog
      title="Filtrer les produits"
      open
      onClose={onClose}
      width={880}
      actions={
        <>
          <span className={message ? 'attention' : 'muted'} role="status">
            {message ?? (count.data === undefined ? 'Calcul…' : '')}
          </span>
          <span className="spacer" />
          <Button onClick={() => setBuilder(toBuilder(FIRST_CONDITION))}>Tout retirer</Button>
          <Button
            tone="dark"
            disabled={!valid || count.isError}
            onClick={() => {
              handle.changeParameters({ searchQuery: tree });
              onClose();
            }}
          >
            {count.data === undefined
              ? 'Voir les produits'
              : `Voir ${countOf(count.data, 'produit', 'produits')}`}
          </Button>
        </>
      }
    >
      <FilterBuilder project={project._id} fields={offered} value={builder} onChange={setBuilder} />
    </Dialog>
  );
}
