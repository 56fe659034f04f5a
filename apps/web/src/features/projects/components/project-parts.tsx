import { CountingFields } from './counting-fields.tsx';
import { DiscountFields } from './discount-fields.tsx';
import { GroupFields } from './group-fields.tsx';
import { NameFields } from './name-fields.tsx';
import { type DraftPartProps, PhaseFields } from './phase-fields.tsx';
import form from './project-form.module.css';
import { SelectionFields } from './selection-fields.tsx';

export const PROJECT_PARTS = ['Nom', 'Démarques et dates', 'Stocks, prix, produits', 'Taux permis'] as const;
export type ProjectPart = (typeof PROJECT_PARTS)[number];

/** A part of all that is said of a project: a step of its creation, a section of its settings. */
export function ProjectPartFields({
  part,
  operations,
  ...own
}: DraftPartProps & { part: ProjectPart; operations: readonly string[] }) {
  if (part === 'Nom')
    return (
      <div className={form.form}>
        <NameFields {...own} operations={operations} />
        <GroupFields {...own} />
      </div>
    );
  if (part === 'Démarques et dates') return <PhaseFields {...own} />;
  if (part === 'Stocks, prix, produits') return <SelectionFields {...own} />;
  return (
    <div className={form.form}>
      <DiscountFields {...own} />
      <CountingFields {...own} />
    </div>
  );
}
