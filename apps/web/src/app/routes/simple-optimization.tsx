import { OptimizationGate } from '../../features/optimization/components/optimization-gate.tsx';
import { SimplePage } from '../../features/optimization/components/simple-page.tsx';
import { useOpenCollection } from '../collection-layout.tsx';

/** Optimisation in three questions. */
export function Component() {
  const { collection, active } = useOpenCollection();
  return (
    <OptimizationGate projects={active.projects}>
      <SimplePage
        key={`${collection.type}-${collection.id}`}
        collection={collection}
        projects={active.projects}
      />
    </OptimizationGate>
  );
}
