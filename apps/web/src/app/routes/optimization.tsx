import { OptimizationGate } from '../../features/optimization/components/optimization-gate.tsx';
import { OptimizationPage } from '../../features/optimization/components/optimization-page.tsx';
import { useOpenCollection } from '../collection-layout.tsx';

/** Optimisation of the open collection. */
export function Component() {
  const { collection, active } = useOpenCollection();
  return (
    <OptimizationGate projects={active.projects}>
      <OptimizationPage
        key={`${collection.type}-${collection.id}`}
        collection={collection}
        projects={active.projects}
      />
    </OptimizationGate>
  );
}
