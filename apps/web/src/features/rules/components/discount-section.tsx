import type { FieldDescription } from '@palier/contract';
import { FIXED_KEY, type RuleDiscount } from '@palier/domain';
import { Segmented } from '../../../ui/segmented.tsx';
import { type DiscountMode, inMode, modeOf, type RuleDraft, withEntry } from '../model/draft.ts';
import { ByField } from './by-field.tsx';
import { LevelBar } from './level-bar.tsx';
import { LevelSelect } from './level-select.tsx';
import styles from './rule-editor.module.css';

interface DiscountSectionProps {
  project: string;
  draft: RuleDraft;
  fields: readonly FieldDescription[];
  levels: readonly number[];
  onChange: (draft: RuleDraft) => void;
}

const MODES: readonly { value: DiscountMode; label: string }[] = [
  { value: 'fixed', label: 'Valeur fixe' },
  { value: 'bounds', label: 'Entre deux bornes' },
  { value: 'field', label: 'Selon un champ' },
];

/** What the rule gives or allows: one discount, two bounds, or a discount by the values of a field. */
export function DiscountSection(props: DiscountSectionProps) {
  const { draft, levels, onChange } = props;
  const mode = modeOf(draft);
  const entry = draft.discount_spec_map?.[FIXED_KEY] ?? null;
  const put = (discount: RuleDiscount | null) => onChange(withEntry(draft, FIXED_KEY, discount));
  return (
    <section className={styles.section} aria-label="Démarque">
      <h3>Démarque</h3>
      <div className={styles.discount}>
        <Segmented
          small
          label="La démarque est dite par"
          value={mode}
          options={MODES}
          onChange={(value) => onChange(inMode(draft, value))}
        />
        {mode === 'fixed' ? <LevelBar levels={levels} discount={entry} onPick={put} /> : null}
        {mode === 'bounds' ? <Bounds entry={entry} levels={levels} onPut={put} /> : null}
      </div>
      {mode === 'field' ? <ByField {...props} /> : null}
    </section>
  );
}

function Bounds({
  entry,
  levels,
  onPut,
}: {
  entry: RuleDiscount | null;
  levels: readonly number[];
  onPut: (discount: RuleDiscount) => void;
}) {
  const span = typeof entry === 'object' && entry !== null ? entry : { min: null, max: null };
  return (
    <div className={styles.bounds}>
      <LevelSelect
        label="Au moins"
        none="sans minimum"
        levels={levels}
        value={span.min}
        onChange={(min) =>
          onPut({ min, max: span.max !== null && min !== null && min > span.max ? min : span.max })
        }
      />
      <LevelBar levels={levels} discount={span} />
      <LevelSelect
        label="Au plus"
        none="sans maximum"
        levels={levels}
        value={span.max}
        onChange={(max) =>
          onPut({ max, min: span.min !== null && max !== null && max < span.min ? max : span.min })
        }
      />
    </div>
  );
}
