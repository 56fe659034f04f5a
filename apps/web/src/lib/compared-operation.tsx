import { useSearchParams } from 'react-router';
import { SelectField } from '../ui/field.tsx';
import { french } from './french.ts';

/** The earlier operation that figures are set beside, as the address says it (`face`); null: last year. */
export function useComparedOperation(): [string | null, (operation: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const choose = (operation: string | null) =>
    setSearch(
      (before) => {
        const search = new URLSearchParams(before);
        if (operation === null) search.delete('face');
        else search.set('face', operation);
        return search;
      },
      { replace: true },
    );
  return [search.get('face'), choose];
}

/** « Comparer à … », last year first; nothing when there is only last year. */
export function ComparedField({
  chosen,
  options,
  error,
  onChoose,
}: {
  chosen: string | null;
  options: readonly { value: string; label: string }[];
  error?: string;
  onChoose: (operation: string | null) => void;
}) {
  if (options.length === 0) return null;
  return (
    <SelectField
      label="Comparer à"
      hideLabel
      {...(error !== undefined && { error })}
      value={chosen ?? ''}
      options={[
        { value: '', label: french('Comparer à N−1, mêmes jours') },
        ...options.map(({ value, label }) => ({ value, label: french(`Comparer à ${label}`) })),
      ]}
      onChange={(operation) => onChoose(operation === '' ? null : operation)}
    />
  );
}
