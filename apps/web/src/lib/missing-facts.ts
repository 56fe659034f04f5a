import type { Project } from '@palier/contract';

export interface MissingFacts {
  title: string;
  text: string;
  /** What the screen shows is still there, or nothing is. */
  shown: boolean;
  /** The user is to send the files again. */
  importAgain: boolean;
}

const KEPT = 'Vos décisions sont intactes.';

/** What to say of a project whose data should be on the server's disk and are not; null when they are. */
export function missingFacts({ snapshot }: Pick<Project, 'snapshot'>): MissingFacts | null {
  const missing = snapshot?.missing;
  if (!missing) return null;
  if (missing === 'warehouse')
    return {
      title: 'Les données importées manquent sur le serveur',
      text: `Les chiffres affichés sont ceux du dernier calcul. Importez à nouveau les produits, les ventes et les stocks pour les actualiser. ${KEPT}`,
      shown: true,
      importAgain: true,
    };
  if (missing === 'all')
    return {
      title: 'Les données du projet manquent sur le serveur',
      text: `Importez à nouveau les produits, les ventes et les stocks : les chiffres seront recalculés. ${KEPT}`,
      shown: false,
      importAgain: true,
    };
  const failed = snapshot.status === 'failed';
  return {
    title: 'Les chiffres du projet manquent sur le serveur',
    text: failed
      ? `Leur recalcul a échoué${snapshot.error ? ` : ${snapshot.error}` : '.'} ${KEPT}`
      : `Ils sont recalculés à partir des données importées : cette page se remplit dès qu’ils sont prêts. ${KEPT}`,
    shown: false,
    importAgain: false,
  };
}
