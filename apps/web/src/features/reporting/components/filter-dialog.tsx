import type { FieldDescription } from '@palier/contract';
import { isQueryValid, itemCountMessage, pruneQuery, type QueryTree } from '@palier/domain';
import { useMemo, useState } from 'react';
import type { RuleGroupType } from 'react-querybuilder';
import { FilterBuilder } from '../../../lib/filter/filter-builder.tsx';
import { offeredFields } from '../../../lib/filter/filter-fields.ts';
import { FIRST_CONDITION, toBuilder, toQueryTree } from '../../../lib/filter/filter-tree.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

interface FilterDialogProps {
  /** The project whose values are suggested; null when there are several. */
  project: string | null;
  fields: readonly FieldDescription[];
  unavailable: readonly string[];
  filter: QueryTree | null;
  onFilter: (filter: QueryTree | null) => void;
  onClose: () => void;
}

/** The listing's nested conditions, on the lines of the report. */
export function FilterDialog({ project, fields, unavailable, filter, onFilter, onClose }: FilterDialogProps) {
  const [builder, setBuilder] = useState<RuleGroupType>(() => toBuilder(filter ?? FIRST_CONDITION));
  const offered = useMemo(() => offeredFields(fields, unavailable, filter), [fields, unavailable, filter]);
  const tree = pruneQuery(toQueryTree(builder, fields));
  const isValid =
    tree === null || isQueryValid(tree, { findField: (id) => offered.find((field) => field.id === id) });
  return (
    <Dialog
      title="Filtrer les produits"
      open
      onClose={onClose}
      width={880}
      actions={
        <>
          <span className="attention" role="status">
            {isValid ? '' : itemCountMessage('invalid')}
          </span>
          <span className="spacer" />
          <Button onClick={() => setBuilder(toBuilder(FIRST_CONDITION))}>Tout retirer</Button>
          <Button
            tone="dark"
            disabled={!isValid}
            onClick={() => {
              onFilter(tree);
              onClose();
            }}
          >
            Appliquer
          </Button>
        </>
      }
    >
      <FilterBuilder project={project} fields={offered} value={builder} onChange={setBuilder} />
    </Dialog>
  );
}
