import type { Collection } from '@palier/domain';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { Segmented } from '../../../ui/segmented.tsx';

/** From the simple screen to the whole one, and back. */
export function ModeSwitch({ collection, mode }: { collection: Collection; mode: 'simple' | 'advanced' }) {
  const navigate = useNavigate();
  return (
    <Segmented
      label="Écran d’optimisation"
      small
      value={mode}
      onChange={(next) =>
        navigate(next === 'simple' ? paths.simpleOptimization(collection) : paths.optimization(collection))
      }
      options={[
        { value: 'simple', label: 'Simple' },
        { value: 'advanced', label: 'Avancée' },
      ]}
    />
  );
}
