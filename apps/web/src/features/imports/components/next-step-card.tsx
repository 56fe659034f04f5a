import { useQuery } from '@tanstack/react-query';
import { countOf, french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { listVersions, useRestoreVersion } from '../api/versions.ts';
import { versionBefore, versionDay } from '../model/check.ts';
import type { ImportReport } from '../model/columns.ts';
import { lackingData } from '../model/next-step.ts';
import styles from './check-view.module.css';

/** « ces 12 produits » of an import, « les 12 produits en place » when which ones it brought is not known. */
function named(products: number, own: boolean): string {
  if (products === 1) return own ? 'ce produit' : 'le produit en place';
  return own ? `ces ${countOf(products, 'produit')}` : `les ${countOf(products, 'produit')} en place`;
}

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
            Créer une opération avec {named(products, own !== null && own !== undefined)}
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

/** Puts back what was in place before an import, in one click, as long as nothing else was published since. */
function UndoImport({ importId }: { importId: string }) {
  const { data: versions } = useQuery(listVersions());
  const restore = useRestoreVersion();
  const before = versions && versionBefore(versions, importId);
  if (!before) return null;
  const day = versionDay(before, versions);
  return (
    <Button
      icon="undo"
      disabled={restore.isPending}
      title={`Remet en place la version du ${day}. Celle de cet import reste 30 jours parmi les versions.`}
      onClick={() =>
        restore.mutate(before.version, {
          onSuccess: () =>
            notifySuccess(`L’import est annulé : la version du ${day} est à nouveau en place.`),
        })
      }
    >
      {restore.isPending ? 'Annulation…' : 'Annuler cet import'}
    </Button>
  );
}
