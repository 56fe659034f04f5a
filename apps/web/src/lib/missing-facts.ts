import type { Project } from '@palier/contract';
import { LACK_TEXTS, leavesNothing, type ProjectLack } from '@palier/domain';

export interface MissingFacts {
  title: string;
  text: string;
  /** What the screen shows is still there, or nothing is. */
  shown: boolean;
  /** The user is to send the files again. */
  importAgain: boolean;
}

/** What the files received do not tell, what can be done without it, and what to send. */
function lackingFacts(lack: ProjectLack): MissingFacts {
  const { title, withheld, meanwhile, remedy } = LACK_TEXTS[lack];
  return {
    title,
    text: `${withheld} ${meanwhile} ${remedy}`,
    shown: !leavesNothing(lack),
    importAgain: true,
  };
}

const KEPT = 'Vos décisions sont intactes.';

/** What to say of a project whose data are not on the server's disk, or were never sent; null when they are there. */
export function missingFacts({ snapshot }: Pick<Project, 'snapshot'>): MissingFacts | null {
  const missing = snapshot?.missing;
  if (!missing) return snapshot?.lacks ? lackingFacts(snapshot.lacks) : null;
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
