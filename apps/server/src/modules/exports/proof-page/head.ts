import { countOf, formatDate, phaseLabel, type SellingPlace } from '@palier/domain';
import { type Html, html } from '../../../http/html.ts';
import { localTime } from '../../../local-time.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { PricePhase } from '../price-phase.ts';
import { priceListName } from '../priced-lines.ts';
import type { PhaseSignature } from '../proof-sheet.ts';
import type { ProofLaw } from './law.ts';

/** A file that was made, told by its bytes. */
interface MadeFile {
  name: string;
  /** SHA-256. */
  fingerprint: string;
}

/** What a page of proof is of. */
export interface ProofHead {
  organization: string;
  pricing: { row: ProjectRow; phase: PricePhase };
  signature: PhaseSignature;
  /** Those of the project, named; null: all those that sell. */
  places: readonly SellingPlace[] | null;
  law: ProofLaw;
  file: MadeFile & { row_count: number; since: string | null };
  sheet: MadeFile;
  made: { day: string; hour: number; minute: number; user_name: string };
}

const two = (value: number): string => String(value).padStart(2, '0');

const momentText = ({ day, hour, minute }: { day: string; hour: number; minute: number }): string =>
  `le ${formatDate(day)} à ${hour} h ${two(minute)}, heure de Paris`;

/** Whose prices, of which phase, who signed them, and which file they left by. */
export function headOf({ pricing, ...head }: ProofHead, name: string): Html {
  const { row, phase } = pricing;
  const { organization, signature, places, file, sheet, made } = head;
  const phases = row.phases.map(
    (one, index) => `${phaseLabel(one, index)} à partir du ${formatDate(one.start_date)}`,
  );
  const signed = signature
    ? `${signature.user_name}, ${momentText(localTime(signature.created_at))}`
    : phase.validated
      ? 'Signature antérieure à Palier'
      : 'Personne encore';
  const since =
    file.since === null
      ? 'tous les prix'
      : `les seuls prix qui ont changé depuis «\u202f${file.since}\u202f»`;
  return html`<p class="brand"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M1 3h6v5h6v5h6v4" fill="none" stroke="#0B7A55" stroke-width="2.6"/></svg>Dossier de preuve des prix<span class="screen">Ctrl + P pour l’imprimer ou l’enregistrer en PDF</span></p>
<h1>${name}, ${phase.label}<span class="${phase.validated ? 'tag' : 'tag open'}">${phase.validated ? 'validée' : 'non validée'}</span></h1>
${phase.validated ? null : html`<p class="warning">Cette démarque n’était pas validée quand ce dossier a été fait\u202f: ses prix pouvaient encore changer.</p>`}
<dl>
<dt>Enseigne</dt><dd>${organization}</dd>
<dt>Démarque</dt><dd>${phase.label}, du ${formatDate(phase.first_day)} au ${formatDate(phase.last_day)}</dd>
<dt>Validée par</dt><dd>${signed}</dd>
<dt>Tarif</dt><dd>${priceListName(row)}, en ${row.catalog_currency}, TTC</dd>
<dt>Les démarques du projet</dt><dd class="wide">${phases.join('\u202f; ')}\u202f; fin le ${formatDate(row.end_date)}</dd>
<dt>Lieux de vente</dt><dd class="wide">${placesText(places)}</dd>
<dt>Fichier de prix</dt><dd class="wide"><b>${file.name}</b>, ${countOf(file.row_count, 'ligne')} (${since})<br><code>SHA-256 ${file.fingerprint}</code></dd>
<dt>Dossier, jour par jour</dt><dd class="wide"><b>${sheet.name}</b><br><code>SHA-256 ${sheet.fingerprint}</code></dd>
<dt>Fait</dt><dd class="wide">par ${made.user_name}, ${momentText(made)}\u202f; gardé avec le fichier de prix, et inchangé depuis</dd>
</dl>`;
}

function placesText(places: readonly SellingPlace[] | null): string {
  if (places === null) return 'Tous les lieux de vente de l’enseigne';
  const named = places.map(({ code, name }) => (name && name !== code ? `${name} (${code})` : code));
  return `${countOf(places.length, 'lieu', 'lieux')}\u202f: ${named.join(', ')}`;
}
