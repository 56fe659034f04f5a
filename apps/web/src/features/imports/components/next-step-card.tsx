import { countOf, french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { ImportReport } from '../model/columns.ts';
import { lackingData } from '../model/next-step.ts';
import styles from './check-view.module.css';
import { UndoImport } from './undo-import.tsx';

/** What to do once the data are in: an operation with these products, and what is still missing for it. */
export function NextStepCard({ importId, report }: { importId: string; report: ImportReport }) {
  const all = Number(report.totals.item_group_count ?? 0);
  const own = report.products;
  const products = own?.count ?? all;
  const lacking = lackingData(report);
  return (
    <Card title="Et maintenant" note={lacking.length === 0 ? 'rien ne manque pour démarquer' : undefined}>
      <div className={styles.next}>
        {products > 0 && (
          <LinkButton
            tone="primary"
            icon="plus"
            to={own && !own.all ? paths.newOperationOf(importId) : paths.newOperation()}
          >
            Créer une opération avec {own ? (products > 1 ? 'ces' : 'ce') : products > 1 ? 'les' : 'le'}{' '}
            {countOf(products, 'produit', 'produits')}
            {!own && ' en place'}
          </LinkButton>
        )}
        <LinkButton to={paths.operations()}>Voir les opérations</LinkButton>
        <span className="muted small">Les chiffres des projets sont recalculés avec ces données.</span>
        <span className="spacer" />
        <UndoImport importId={importId} />
      </div>
      {lacking.length > 0 && (
        <ul className={styles.lacking}>
          {lacking.map(({ text, remedy }) => (
            <li key={text}>
              <Icon name="warning" />
              <p>
                <b>{french(text)}</b> {french(remedy)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
