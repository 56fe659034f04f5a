import { FIXED_KEY } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { listTerms } from '../../../lib/calls/list-terms.ts';
import { countOf } from '../../../lib/french.ts';
import { TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { type RuleDraft, withEntry } from '../model/draft.ts';
import { discountIn, pointsOf, shownTerms, type TermAsk } from '../model/terms.ts';
import { PointsInput } from './points-input.tsx';
import styles from './term-discounts.module.css';

interface TermDiscountsProps {
  project: string;
  field: string;
  draft: RuleDraft;
  ask: TermAsk;
  onChange: (draft: RuleDraft) => void;
}

/** From so many values on, they are searched. */
const MANY_TERMS = 12;

/** A discount by value of a field, each with its products; « autres » for those without a figure of their own. */
export function TermDiscounts({ project, field, draft, ask, onChange }: TermDiscountsProps) {
  const [search, setSearch] = useState('');
  const terms = useQuery(listTerms(project, field, ''));
  const put = (key: string, points: number | null): void =>
    onChange(withEntry(draft, key, points === null ? null : discountIn(ask, points)));
  if (terms.isError) return <p className="negative">{errorMessage(terms.error)}</p>;
  if (!terms.data) return <Skeleton width="60%" />;
  const all = shownTerms(terms.data, draft.discount_spec_map);
  const wanted = search.trim().toLocaleLowerCase('fr-FR');
  const shown = all.filter(({ key }) => key.toLocaleLowerCase('fr-FR').includes(wanted));
  const pointsAt = (key: string) => pointsOf(draft.discount_spec_map?.[key]);
  return (
    <>
      {all.length > MANY_TERMS ? (
        <TextField
          label="Chercher une valeur"
          hideLabel
          placeholder="Chercher une valeur"
          icon="search"
          value={search}
          onChange={setSearch}
        />
      ) : null}
      <ul className={styles.terms} aria-label="Démarque par valeur">
        {shown.map(({ key, count }) => (
          <li key={key} data-term={key}>
            <span className="spacer">{key === '' ? 'sans valeur' : key}</span>
            <span className="small muted">{countOf(count, 'produit')}</span>
            <PointsInput
              label={`Démarque, ${key === '' ? 'sans valeur' : key}`}
              value={pointsAt(key)}
              onChange={(points) => put(key, points)}
            />
          </li>
        ))}
        <li data-term={FIXED_KEY}>
          <span className="spacer">autres</span>
          <span className="small muted">les valeurs sans démarque ci-dessus</span>
          <PointsInput
            label="Démarque, autres"
            value={pointsAt(FIXED_KEY)}
            onChange={(points) => put(FIXED_KEY, points)}
          />
        </li>
      </ul>
    </>
  );
}
