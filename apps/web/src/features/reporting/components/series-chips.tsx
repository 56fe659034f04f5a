import { french } from '../../../lib/french.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SearchPicker } from '../../../ui/search-picker.tsx';
import { Tag } from '../../../ui/tag.tsx';
import {
  type ChosenSeries,
  MOST_SERIES,
  type Serie,
  serieColor,
  serieNote,
  serieSections,
  serieTitle,
} from '../model/series.ts';
import styles from './series-chips.module.css';

interface SeriesChipsProps {
  offered: readonly Serie[];
  chosen: ChosenSeries;
  /** Those whose figures are from before the last changes. */
  older: readonly Serie[];
  onChange: (series: string[], reference: string | null) => void;
}

/** The series compared, each with its colour; a press makes one the reference, the cross takes it away. */
export function SeriesChips({ offered, chosen, older, onChange }: SeriesChipsProps) {
  const { series, reference } = chosen;
  const ids = series.map(({ _id }) => _id);
  const referenceId = ids[reference] ?? null;
  const rest = offered.filter(({ _id }) => !ids.includes(_id));
  const without = (id: string): void => {
    const kept = ids.filter((one) => one !== id);
    onChange(kept, id === referenceId ? null : referenceId);
  };
  const isFull = series.length >= MOST_SERIES;
  return (
    <ul className={styles.series} aria-label="Séries comparées">
      {series.map((serie, index) => (
        <SerieChip
          key={serie._id}
          serie={serie}
          color={serieColor(index)}
          isReference={index === reference}
          isOlder={older.includes(serie)}
          onReference={() => onChange(ids, serie._id)}
          onRemove={series.length > 1 ? () => without(serie._id) : undefined}
        />
      ))}
      <li>
        {isFull || rest.length === 0 ? (
          <Button
            icon="plus"
            disabled
            title={isFull ? `${MOST_SERIES} séries au plus` : 'Toutes les séries sont comparées'}
          >
            Série
          </Button>
        ) : (
          <SearchPicker
            label="Ajouter une série"
            sections={serieSections(rest)}
            value={null}
            onPick={(id) => onChange([...ids, id], referenceId)}
            button={{}}
          >
            <Icon name="plus" />
            Série
          </SearchPicker>
        )}
      </li>
    </ul>
  );
}

interface SerieChipProps {
  serie: Serie;
  color: string;
  isReference: boolean;
  isOlder: boolean;
  onReference: () => void;
  onRemove: (() => void) | undefined;
}

function SerieChip({ serie, color, isReference, isOlder, onReference, onRemove }: SerieChipProps) {
  const title = serieTitle(serie);
  return (
    <li
      className={classNames(styles.serie, isReference && styles.reference, isOlder && styles.older)}
      data-part="serie"
      data-serie={serie._id}
    >
      <button
        type="button"
        className={styles.body}
        aria-pressed={isReference}
        title={isReference ? 'Les autres séries sont comparées à celle-ci' : 'Prendre comme référence'}
        onClick={onReference}
      >
        <i className={styles.mark} style={{ background: color }} />
        <span className={styles.words}>
          <b>{title}</b>
          {isOlder ? (
            <span className="tiny attention">{french('mise à jour en cours : chiffres d’avant')}</span>
          ) : (
            <span className="tiny muted">{serieNote(serie)}</span>
          )}
        </span>
        {isReference ? (
          <Tag>référence</Tag>
        ) : (
          <span className="visually-hidden">prendre comme référence</span>
        )}
      </button>
      {onRemove && (
        <IconButton small tone="quiet" icon="close" label={`Retirer ${title}`} onClick={onRemove} />
      )}
    </li>
  );
}
