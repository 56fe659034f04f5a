import { lazy, Suspense } from 'react';
import { OperationsPage } from '../../features/operations/components/operations-page.tsx';

const CreateDialog = lazy(async () => ({
  default: (await import('../../features/projects/components/create-dialog.tsx')).CreateDialog,
}));

/** The operations, with the dialog that creates a project. */
export function Component() {
  return (
    <OperationsPage
      renderCreate={(projects, onClose) => (
        <Suspense fallback={null}>
          <CreateDialog projects={projects} onClose={onClose} />
        </Suspense>
      )}
    />
  );
}
