import { currencySymbol, PRICE_ROUNDING_LABELS, PRICE_ROUNDINGS, type PriceEnding } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { getPriceEndings } from '../../lib/calls/get-price-endings.ts';
import { listPriceLists } from '../../lib/calls/list-price-lists.ts';
import { french } from '../../lib/french.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useSetPriceEndings } from './price-endings-api.ts';
import styles from './price-endings-card.module.css';
import {
  endingCurrency,
  endingExample,
  endingsTyped,
  endingTyped,
  isOtherRules,
  NEW_ENDING,
  type TypedEnding,
  typedEnding,
  typingFaults,
} from './price-endings-draft.ts';
import { SettingCard } from './setting-card.tsx';

/** How the prices of labels end, by price list and band of price. */
export function PriceEndingsCard() {
  const { data, isError, error, refetch } = useQuery(getPriceEndings());
  if (isError)
    return (
      <ErrorState title="Les terminaisons de prix n’ont pas pu être chargées" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data) return null;
  return (
    <HeldSetting query={getPriceEndings()} now={data}>
      {({ rules }) => <EndingsForm before={rules} />}
    </HeldSetting>
  );
}

/** A rule as it is typed, with the number that tells its row from the others while they come and go. */
type EndingDraft = TypedEnding & { row: number };

function EndingsForm({ before }: { before: readonly PriceEnding[] }) {
  const [typed, setTyped] = useState<EndingDraft[]>(() =>
    before.map((rule, row) => ({ ...typedEnding(rule), row })),
  );
  const rowCount = useRef(before.length);
  const save = useSetPriceEndings();
  const { rules, fault } = endingsTyped(typed);
  const changed = isOtherRules(rules, before);
  return (
    <SettingCard
      title="Terminaisons de prix"
      effect="Le prix que porte l’étiquette quand une démarque est décidée, par liste de prix et par tranche du prix démarqué. C’est ce prix que comptent le listing, les prévisions, les marges, les plans, les contrôles et les fichiers ; son taux réel est montré là où il s’écarte du taux décidé. Enregistrer recalcule les projets en cours ; une démarque validée garde ses prix. Sans règle : le prix au centime."
      changed={changed}
      fault={fault}
      busy={save.isPending}
      onSave={(seen) => rules && save.mutateAsync({ rules, seen })}
    >
      {(disabled) => (
        <>
          {typed.length === 0 && <p>Aucune règle : les prix sont au centime.</p>}
          <ol className={styles.rules}>
            {typed.map((rule, index) => (
              <EndingRow
                key={rule.row}
                rule={rule}
                place={index + 1}
                disabled={disabled}
                onChange={(changed) => setTyped(typed.with(index, { ...changed, row: rule.row }))}
                onRemove={() => setTyped(typed.toSpliced(index, 1))}
              />
            ))}
          </ol>
          <div>
            <Button
              small
              icon="plus"
              disabled={disabled}
              onClick={() => setTyped([...typed, { ...nextOf(typed), row: rowCount.current++ }])}
            >
              Ajouter une règle
            </Button>
          </div>
        </>
      )}
    </SettingCard>
  );
}

/** A new rule begins where the last one ends. */
function nextOf(typed: readonly TypedEnding[]): TypedEnding {
  const last = typed.at(-1);
  return last ? { ...NEW_ENDING, list: last.list, from: last.to || last.from } : NEW_ENDING;
}

interface EndingRowProps {
  rule: TypedEnding;
  place: number;
  disabled: boolean;
  onChange: (rule: TypedEnding) => void;
  onRemove: () => void;
}

function EndingRow({ rule, place, disabled, onChange, onRemove }: EndingRowProps) {
  const lists = useQuery(listPriceLists());
  const read = endingTyped(rule);
  const faults = typingFaults(rule);
  const currency = endingCurrency(rule.list, lists.data ?? []);
  const symbol = currency === null ? undefined : currencySymbol(currency);
  const named = (lists.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const unknown = rule.list !== '' && !named.some(({ value }) => value === rule.list);
  const set = (part: Partial<TypedEnding>) => onChange({ ...rule, ...part });
  return (
    <li className={styles.rule} aria-label={`Règle ${place}`}>
      <div className={styles.head}>
        <b>{`Règle ${place}`}</b>
        <IconButton icon="trash" label={`Retirer la règle ${place}`} disabled={disabled} onClick={onRemove} />
      </div>
      <div className={styles.fields}>
        <SelectField
          label="Liste de prix"
          disabled={disabled}
          value={rule.list}
          options={[
            { value: '', label: 'Toutes' },
            ...named,
            ...(unknown ? [{ value: rule.list, label: rule.list }] : []),
          ]}
          onChange={(list) => set({ list })}
        />
        <TextField
          label="Prix démarqué dès"
          inputMode="decimal"
          suffix={symbol}
          disabled={disabled}
          value={rule.from}
          error={faults.from}
          onChange={(from) => set({ from })}
        />
        <TextField
          label="et moins de"
          inputMode="decimal"
          suffix={symbol}
          placeholder="sans fin"
          disabled={disabled}
          value={rule.to}
          error={faults.to}
          onChange={(to) => set({ to })}
        />
        <SelectField
          label="Prix permis"
          disabled={disabled}
          value={rule.kind}
          options={[
            { value: 'endings', label: 'Terminaisons' },
            { value: 'ladder', label: 'Échelle de prix' },
          ]}
          onChange={(kind) => set({ kind, points: kind === 'endings' ? ',99' : '' })}
        />
        <TextField
          label={rule.kind === 'endings' ? 'Terminaisons' : 'Prix, croissants'}
          placeholder={rule.kind === 'endings' ? ',99 ,95 ,00…' : '9,99 12,99 19,99'}
          disabled={disabled}
          value={rule.points}
          error={faults.points}
          onChange={(points) => set({ points })}
        />
        <SelectField
          label="Arrondi"
          disabled={disabled}
          value={rule.rounding}
          options={PRICE_ROUNDINGS.map((value) => ({ value, label: PRICE_ROUNDING_LABELS[value] }))}
          onChange={(rounding) => set({ rounding })}
        />
        <TextField
          label="Au plus à"
          inputMode="decimal"
          suffix="pt du taux"
          placeholder="sans limite"
          disabled={disabled}
          value={rule.distance}
          error={faults.distance}
          onChange={(distance) => set({ distance })}
        />
      </div>
      {read && <p className="muted">{french(endingExample(read, currency))}</p>}
    </li>
  );
}
