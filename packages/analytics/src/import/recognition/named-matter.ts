import { foldText, IMPORT_KIND_LABELS } from '@palier/domain';
import type { FileKind } from '../types.ts';

/** What the name of a file says its rows to be, when they are of another matter than what is sold, there or to come. */
const MATTERS = {
  lost: /\b(casses?|pertes?|vols?|demarque inconnue|rebuts?|dons?|shrinkage|shrink|damages?|write offs?|scrap|schwund|bruch|mermas?|avarie)\b/,
  returned:
    /\b(retours?|returns?|retoure|retouren|resi|reso|devolucion|devoluciones|devolucoes|avoirs?|refunds?|rembours\w*|erstattung\w*)\b/,
  moved:
    /\b(transferts?|transfers?|mouvements?|umlagerung(en)?|overboeking(en)?|trasferiment[oi]|traspasos?)\b/,
  bought: /\b(achats?|purchases?|receptions?|receipts?|einkauf|wareneingang|compras?|acquist[oi]|inkoop)\b/,
  promised:
    /\b(commandes?|orders?|devis|quotes?|precommandes?|preorders?|bestellung(en)?|pedidos?|ordini|encomendas?)\b/,
  cancelled: /\b(annul\w*|cancel\w*|storno|storni\w*|voids?)\b/,
  unsellable: /\b(reserv\w*|quarantaine|indispo\w*|defect\w*|litiges?|bloque\w*)\b/,
  foreseen: /\b(budgets?|objectifs?|previs\w*|forecasts?|prognosen?|targets?)\b/,
  tried: /\b(tests?|essais?|formation|training|recette|demo)\b/,
} as const;
type Matter = keyof typeof MATTERS;
const isMatter = (name: string): name is Matter => name in MATTERS;

/** The kinds that add up what they count, and what their files are usually named. */
const USUAL: Partial<Record<FileKind, readonly Matter[]>> = {
  sales: [],
  stock: [],
  orders: ['promised', 'bought'],
  forecasts: ['foreseen'],
};

/** Each matter that a name says, with its word. */
function mattersOf(name: string): Map<Matter, string> {
  const words = foldText(name.replace(/\.\w{2,5}\b/g, '')).replace(/[^a-z]+/g, ' ');
  const found = new Map<Matter, string>();
  for (const matter of Object.keys(MATTERS).filter(isMatter)) {
    const word = MATTERS[matter].exec(words)?.[0];
    if (word !== undefined) found.set(matter, word);
  }
  return found;
}

/**
 * What the name of a file says against its rows being counted as its kind's: in French, one sentence; null when it says
 * nothing. Files of the same headings are often of sales, of what was lost and of what came back.
 *
 * @param before names of the files of the same headings that were read so
 */
export function doubtOfName(
  name: string,
  kinds: readonly FileKind[],
  before: readonly string[],
): string | null {
  const said = new Set(before.flatMap((other) => [...mattersOf(other).keys()]));
  for (const [matter, word] of mattersOf(name)) {
    const kind = kinds.find((each) => USUAL[each]?.includes(matter) === false);
    if (kind === undefined || said.has(matter)) continue;
    return `Son nom dit « ${word} »\u202f: ses lignes comptent pourtant en « ${IMPORT_KIND_LABELS[kind]} ».`;
  }
  return null;
}
