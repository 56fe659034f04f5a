import { foldText } from '@palier/domain';
import { quoteText } from '../database/sql.ts';
import { LINE_KIND, LINE_KIND_HEADING } from './settled-lines.ts';

/** What systems call the movements of a stock ledger that are sales, customers' returns included. */
const SOLD = [
  ...[
    'vte',
    'vt',
    'vente',
    'ventes',
    'sale',
    'sales',
    'sold',
    'verkauf',
    'venta',
    'vendita',
    'ticket',
    'pos sale',
    'verkoop',
    'venda',
    'vendite',
    'ventas',
    'sortie vente',
    'sprzedaz',
  ],
  ...[
    'ret',
    'rt',
    'rtn',
    'retour client',
    'retours clients',
    'retour vente',
    'customer return',
    'sales return',
    'refund',
    'retoure',
    'reso',
    'reso cliente',
    'devolucion',
    'devolucion cliente',
    'return',
    'retour',
    'avoir',
  ],
];

/** Those that are none: nothing was sold by what came in, was moved, counted or lost. */
const NOT_SOLD = [
  ...['rec', 'reception', 'receptions', 'entree', 'achat', 'achats', 'ach', 'purchase', 'purchases'],
  ...[
    'trf',
    'transfert',
    'transferts',
    'transfer',
    'transfers',
    'tr',
    'inv',
    'inventaire',
    'inventory',
    'count',
  ],
  ...['regul', 'regularisation', 'ajustement', 'adjustment', 'positive adjmt', 'negative adjmt', 'adj'],
  ...['retour fournisseur', 'supplier return', 'casse', 'vol', 'perte', 'demarque inconnue', 'don', 'output'],
  ...[
    'consumption',
    'assembly output',
    'assembly consumption',
    'wareneingang',
    'umlagerung',
    'einkauf',
    'inventur',
    'zugang',
    'lieferung',
    'umbuchung',
    'korrektur',
    'carico',
    'acquisto',
    'trasferimento',
    'rettifica',
    'inventario',
    'compra',
    'entrada',
    'traspaso',
    'ajuste',
    'inkoop',
    'ontvangst',
    'correctie',
    'verplaatsing',
    'receipt',
    'goods receipt',
    'transfer in',
    'transfer out',
    'transfert entrant',
    'transfert sortant',
    'stock count',
    'damage',
    'write off',
    'shrinkage',
    'zakup',
    'recompletement',
  ],
];

const sold = new Set(SOLD);
const notSold = new Set(NOT_SOLD);

const plain = (value: string): string =>
  foldText(value)
    .replace(/_x[0-9a-f]{4}_|[^a-z]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** How systems write that an order was not sold after all. */
const CANCELLED = [
  ...['cancelled', 'canceled', 'annule', 'annulee', 'annulees', 'void', 'voided', 'refunded', 'rembourse'],
  ...[
    'remboursee',
    'storniert',
    'storno',
    'anulado',
    'anulada',
    'cancelado',
    'annullato',
    'annullata',
    'failed',
    ...['geannuleerd', 'annullert', 'annulleret', 'avbruten', 'anulowane', 'anulowano', 'cancelada'],
  ],
];

const cancelled = new Set(CANCELLED);

/** How systems write of a piece that was sold that it came back. */
const CAME_BACK = [
  ...['returned', 'item returned', 'retourne', 'retournee', 'retournes', 'retournees', 'retourniert'],
  ...['devuelto', 'devuelta', 'restituito', 'restituita', 'reso', 'resi', 'geretourneerd', 'devolvido'],
  ...['devolvida', 'zwrocone', 'zwrocony', 'returnert', 'returneret', 'returnerad'],
];

/** How systems write that nothing more of an order will come. */
const ENDED = [
  ...['received', 'fully received', 'closed', 'complete', 'completed', 'delivered', 'finished'],
  ...['recu', 'recue', 'receptionne', 'receptionnee', 'livre', 'livree', 'clos', 'close', 'cloture'],
  ...['cloturee', 'solde', 'soldee', 'termine', 'terminee', 'totalement recue', 'totalement livree'],
  ...['geliefert', 'erhalten', 'erledigt', 'abgeschlossen', 'geleverd', 'ontvangen', 'afgesloten'],
  ...['recibido', 'recibida', 'entregado', 'cerrado', 'cerrada', 'ricevuto', 'ricevuta', 'consegnato'],
  ...['evaso', 'chiuso', 'recebido', 'recebida', 'entregue', 'encerrado'],
];
const ended = new Set(ENDED);

/** Whether the state of an order says that nothing more of it will come: `Received`, `Soldée`. */
export const isEnded = (value: string): boolean => ended.has(plain(value));

/** SQL condition on the text of an order's state that nothing more of it will come. */
export const endedSql = (text: string): string =>
  `coalesce(${plainSql(text)} IN (${ENDED.map(quoteText).join(', ')}), false)`;

/** Whether a value says that an order was cancelled: `Annulée`, `Cancelled`. */
export const isCancelled = (value: string): boolean => cancelled.has(plain(value));

/** A yes, where a column says whether a line was cancelled; anything else there is a no. */
const YES = ['y', 'yes', 'o', 'oui', '1', 'true', 'vrai', 'x', 'j', 'ja', 's', 'si', 'sim', 'wahr', 'vero'];
const NO = ['n', 'no', 'non', '0', 'false', 'faux', 'nein', 'nee', 'nao', 'falsch', 'falso', ''];
const answers = new Set([...YES, ...NO]);

/** Whether a value is a yes or a no. */
export const isYesOrNo = (value: string): boolean => answers.has(foldText(value).trim());

/** SQL condition on the text of a cell that it is a yes. */
export const yesSql = (text: string): string =>
  `coalesce(strip_accents(lower(trim(${text}))) IN (${YES.map(quoteText).join(', ')}), false)`;

/** SQL condition on the text of a state that the row was not sold after all. */
export const cancelledSql = (text: string): string =>
  `coalesce(${plainSql(text)} IN (${CANCELLED.map(quoteText).join(', ')}), false)`;

/** SQL condition on the text of the state of a line of pieces sold that they came back. */
export const cameBackSql = (text: string): string =>
  `coalesce(${plainSql(text)} IN (${CAME_BACK.map(quoteText).join(', ')}), false)`;

/** Whether a value names a kind of movement: `VTE`, `Réception`, `Positive Adjmt.`. */
export const isMovement = (value: string): boolean => sold.has(plain(value)) || notSold.has(plain(value));

const plainSql = (text: string): string =>
  `trim(regexp_replace(regexp_replace(strip_accents(lower(${text})), '_x[0-9a-f]{4}_', ' ', 'g'), '[^a-z]+', ' ', 'g'))`;

/** SQL condition on the text of a movement that it is no sale that we know. */
export const notSoldSql = (text: string): string =>
  `coalesce(${plainSql(text)} NOT IN (${SOLD.map(quoteText).join(', ')}), true)`;

interface Ledger {
  source: { headings: readonly string[]; sample: readonly (readonly string[])[] };
  positions: ReadonlyMap<string, number>;
  constants: ReadonlyMap<string, string>;
}

/** The rows of a ledger that are sales, as their movements or an answer say; null where nothing tells them apart. */
function salesOf({ source, positions, constants }: Ledger): (readonly string[])[] | null {
  const type = positions.get('movement');
  if (type !== undefined) return source.sample.filter((row) => sold.has(plain(row[type] ?? '')));
  const kindAt = source.headings.indexOf(constants.get(LINE_KIND_HEADING) ?? '');
  const kinds = (constants.get(LINE_KIND) ?? '').split('\n');
  return kindAt < 0 ? null : source.sample.filter((row) => kinds.includes((row[kindAt] ?? '').trim()));
}

/** Whether the file counts what was sold as taken off a stock: below zero, most of the time. */
export function countsAsTaken(ledger: Ledger): boolean {
  const [sales, counted] = [salesOf(ledger), ledger.positions.get('quantity') ?? -1];
  if (sales === null) return false;
  const below = sales.filter((row) => /^\s*[-(]|-\s*$/.test(row[counted] ?? ''));
  return below.length * 2 > sales.length;
}
