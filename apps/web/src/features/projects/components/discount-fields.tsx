import { formatPercent } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError, FieldLabel } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { offeredDiscounts } from '../model/draft.ts';
import styles from './discount-fields.module.css';
import type { DraftPartProps } from './phase-fields.tsx';
import form from './project-form.module.css';

/** The step between discounts and those the project allows. */
export function DiscountFields({ draft, errors, onChange }: DraftPartProps) {
  const toggle = (discount: number) => {
    const chosen = draft.discount_pct_range.includes(discount)
      ? draft.discount_pct_range.filter((other) => other !== discount)
      : [...draft.discount_pct_range, discount].sort((a, b) => a - b);
    onChange({ ...draft, discount_pct_range: chosen });
  };
  return (
    <div className={form.form}>
      <div className="side-by-side">
        <FieldLabel>Pas entre deux démarques</FieldLabel>
        <Segmented
          label="Pas entre deux démarques"
          small
          value={String(draft.discount_step) as '5' | '10'}
          onChange={(step) =>
            onChange({
              ...draft,
              discount_step: step === '5' ? 5 : 10,
              discount_pct_range: draft.discount_pct_range.filter(
                (discount) => discount % Number(step) === 0,
              ),
            })
          }
          options={[
            { value: '10', label: '10 points' },
            { value: '5', label: '5 points' },
          ]}
        />
      </div>
      <fieldset className={styles.levels} aria-label="Démarques permises">
        {offeredDiscounts(draft.discount_step).map((discount) => (
          <Button
            key={discount}
            small
            pressed={draft.discount_pct_range.includes(discount)}
            onClick={() => toggle(discount)}
          >
            {formatPercent(discount)}
          </Button>
        ))}
      </fieldset>
      {errors.discount_pct_range && <FieldError>{errors.discount_pct_range}</FieldError>}
      <p className="muted small">
        {french(
          'Sont proposés « Pas de démarque » et chaque pas jusqu’à la plus forte démarque cochée, qui est le maximum.',
        )}
      </p>
    </div>
  );
}
