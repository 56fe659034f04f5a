import { Checkbox } from '../../../ui/field.tsx';
import type { DraftPartProps } from './phase-fields.tsx';

/** What the project's stock and forecasts are made of. */
export function OrdersAndForecasts({ draft, onChange }: Pick<DraftPartProps, 'draft' | 'onChange'>) {
  return (
    <>
      <Checkbox
        label="Compter le stock en commande"
        checked={draft.include_stock_on_order}
        onChange={(include_stock_on_order) => onChange({ ...draft, include_stock_on_order })}
      />
      <Checkbox
        label="Suivre les prévisions importées, quand il y en a"
        checked={draft.use_third_party_forecast}
        onChange={(use_third_party_forecast) => onChange({ ...draft, use_third_party_forecast })}
      />
    </>
  );
}
