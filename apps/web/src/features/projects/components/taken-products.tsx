import type { SelectionEffect } from '@palier/contract';
import { formatQuantity, itemCountMessage } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf, french, plural } from '../../../lib/french.ts';
import { Skeleton } from '../../../ui/marks.tsx';
import { countItems, previewChoice } from '../api/lookups.ts';
import { choiceOf, type ProjectDraft } from '../model/draft.ts';
import { useSettled } from './use-settled.ts';

const PAUSE_MS = 350;

/** What a draft would take, once it stands still; `asking` until the answer is that of what is shown. */
export function useChoice(draft: ProjectDraft, project: string | null) {
  const choice = choiceOf(draft);
  const settled = useSettled(choice, PAUSE_MS);
  const answer = useQuery(previewChoice(project, settled));
  const isBehind = JSON.stringify(choice) !== JSON.stringify(settled);
  return { ...answer, asking: isBehind || answer.isPending || answer.isPlaceholderData };
}

/** « , dont 3 avec une démarque choisie » */
const withChoice = (count: number): string =>
  count > 0 ? `, dont ${formatQuantity(count)} avec une démarque choisie` : '';

/** « 12 produits sortent, dont 3 avec une démarque choisie », and what becomes of their decisions. */
function movements(effect: SelectionEffect): string[] {
  const { leaving_count: out, entering_count: into, returning_count: back } = effect;
  return [
    out > 0 &&
      `${countOf(out, 'produit sort', 'produits sortent')}${withChoice(effect.leaving_chosen_count)} : leurs décisions sont gardées s’ils reviennent.`,
    into > 0 && `${countOf(into, 'produit entre', 'produits entrent')} dans le projet.`,
    back > 0 &&
      `${countOf(back, 'produit y était', 'produits y étaient')} déjà${withChoice(effect.returning_chosen_count)} : ${plural(back, 'il retrouve ses décisions', 'ils retrouvent leurs décisions')}.`,
  ].filter((text) => text !== false);
}

/** The same where the change is confirmed: said in short, in sight of the button. */
export function ChoiceEffect({ choice }: { choice: ReturnType<typeof useChoice> }) {
  const { data, asking, isError } = choice;
  if (asking || isError || !data) return null;
  const { leaving_count: out, leaving_chosen_count: chosen, entering_count: into } = data;
  const said = [
    out > 0 && `${countOf(out, 'produit sort', 'produits sortent')}${withChoice(chosen)}`,
    into > 0 && countOf(into, 'produit entre', 'produits entrent'),
  ].filter((text) => text !== false);
  return (
    <output className="small strong" aria-label="Effet sur les produits">
      {french(said.length > 0 ? said.join(' ; ') : 'Aucun produit ne sort ni n’entre')}
    </output>
  );
}

/** How many products the project takes, and what its change takes in and out, before it is done. */
export function TakenProducts({ draft, project }: { draft: ProjectDraft; project: string | null }) {
  const { data, error, isError } = useChoice(draft, project);
  const settled = useSettled(draft.item_query, PAUSE_MS);
  const items = useQuery(countItems(settled));
  if (isError) return <span className="negative small">{errorMessage(error)}</span>;
  if (!data) return <Skeleton width={160} />;
  const excluded = items.data?.excluded_count ?? 0;
  const nothing = itemCountMessage(data.item_group_count + excluded);
  return (
    <div>
      {nothing && <p className="attention small">{nothing}</p>}
      <p className="small" role="status">
        {french('Produits pris : ')}
        <b>{formatQuantity(data.item_group_count)}</b>, qui ont du stock, une commande ou des ventes récentes
        {excluded > 0 && (
          <span className="muted">
            {', '}
            {countOf(excluded, 'écarté', 'écartés')} par le contrôle des données
          </span>
        )}
      </p>
      {project !== null &&
        movements(data).map((text) => (
          <p key={text} className="small strong">
            {french(text)}
          </p>
        ))}
    </div>
  );
}
