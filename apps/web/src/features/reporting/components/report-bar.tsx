import type { FieldDescription } from '@palier/contract';
import { fieldLabel, findField, querySummary, type SerieMetric } from '@palier/domain';
import { useEffect, useState } from 'react';
import { fieldGroups, groupableFields } from '../../../lib/filter/filter-fields.ts';
import { Button, buttonLook, IconButton } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { OrderChips } from '../../../ui/order-chips.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { SearchPicker } from '../../../ui/search-picker.tsx';

import { knownMetrics, type ReportState } from '../model/report-state.ts';
import styles from './report-bar.module.css';

export interface Dimension {
  name: string;
  field: string;
}

interface ReportBarProps {
  state: ReportState;
  dimensions: readonly string[];
  offered: readonly Dimension[];
  fields: readonly FieldDescription[];
  metrics: readonly SerieMetric[];
  /** First and last day that the projects have. */
  days: { first: string | undefined; last: string | undefined };
  onChange: (part: Partial<ReportState>) => void;
  onFilter: () => void;
  /** Copy, export: what is done with the report. */
  children: React.ReactNode;
}

const MOST_LEVELS = 4;

/** Which lines, until when, which figures. */
export function ReportBar(props: ReportBarProps) {
  const { state, dimensions, offered, fields, onChange, onFilter } = props;
  const nameOf = (id: string) => offered.find(({ field }) => field === id)?.name ?? fieldLabel(id);
  const rest = offered.filter(({ field }) => !dimensions.includes(field));
  const filter = querySummary(state.filter, {
    fieldLabel: (id) => fields.find((field) => field.id === id)?.label ?? fieldLabel(id),
  });
  return (
    <div className={styles.choices}>
      <span className="muted">Lignes</span>
      <OrderChips
        ids={dimensions}
        labelOf={nameOf}
        removal={(label) => `Ne plus détailler par ${label}`}
        onChange={(ids) => onChange({ dimensions: ids, turned: [] })}
      />
      {dimensions.length < MOST_LEVELS && rest.length > 0 && (
        <SearchPicker
          label="Ajouter une dimension"
          sections={dimensionSections(rest)}
          value={null}
          onPick={(id) => onChange({ dimensions: [...dimensions, id], turned: [] })}
          button={{ tone: 'quiet', small: true }}
        >
          <Icon name="plus" size={14} />
          Dimension
        </SearchPicker>
      )}
      <span className={styles.rule} />
      <span className={styles.filter}>
        <Button
          small
          icon="filter"
          aria-label={filter ? `Filtrer\u202f: ${filter}` : 'Filtrer'}
          title={filter || 'Filtrer'}
          onClick={onFilter}
        >
          <span>{filter || 'Filtrer'}</span>
        </Button>
        {filter && (
          <IconButton
            small
            tone="quiet"
            icon="close"
            label="Retirer le filtre"
            onClick={() => onChange({ filter: null })}
          />
        )}
      </span>
      <span className={styles.rule} />
      <ToDate {...props} />
      <span className="spacer" />
      <MetricChooser {...props} />
      {props.children}
    </div>
  );
}

/** Dimensions under their headings, without deciles and what is written for machines. */
function dimensionSections(dimensions: readonly Dimension[]) {
  const fields = dimensions.map(({ field, name }) => ({
    ...{ id: field, label: name, groupable: true },
    section: findField(field)?.section ?? ('product' as const),
  }));
  return fieldGroups(groupableFields(fields)).map((group) => ({ label: group.label, options: group.fields }));
}

/** Until when figures are counted. */
function ToDate({ state: { to_date }, days, onChange }: ReportBarProps) {
  const [typed, setTyped] = useState(to_date ?? '');
  useEffect(() => setTyped(to_date ?? ''), [to_date]);
  return (
    <span className={styles.until}>
      <DateField
        label="Jusqu’au"
        value={typed}
        min={days.first}
        max={days.last}
        onChange={(day) => {
          setTyped(day);
          // While it is typed there is no day yet: the one in force stays.
          if (day) onChange({ to_date: day });
        }}
      />
      {to_date !== null && (
        <IconButton
          small
          tone="quiet"
          icon="close"
          label="Compter tous les jours"
          onClick={() => onChange({ to_date: null })}
        />
      )}
    </span>
  );
}

/** The figures shown, ticked in their order; one at least stays. */
function MetricChooser({ state, metrics, onChange }: ReportBarProps) {
  const shown = metrics.filter(({ id }) => state.metrics.includes(id));
  return (
    <Popover
      label="Mesures"
      buttonClass={buttonLook({ small: true }).className}
      button={
        <>
          <Icon name="columns" />
          {`${shown.length} ${shown.length > 1 ? 'mesures' : 'mesure'} sur ${metrics.length}`}
        </>
      }
    >
      <fieldset className={styles.metrics} aria-label="Mesures">
        {metrics.map(({ id, label }) => {
          const checked = state.metrics.includes(id);
          return (
            <Checkbox
              key={id}
              label={label}
              checked={checked}
              disabled={checked && shown.length === 1}
              onChange={(on) =>
                onChange({
                  metrics: knownMetrics(
                    on ? [...state.metrics, id] : state.metrics.filter((one) => one !== id),
                  ),
                })
              }
            />
          );
        })}
      </fieldset>
    </Popover>
  );
}
