import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { listImports } from '../../features/imports/api/imports.ts';
import { OperationsPage } from '../../features/operations/components/operations-page.tsx';

const CreateDialog = lazy(async () => ({
  default: (await import('../../features/projects/components/create-dialog.tsx')).CreateDialog,
}));

/** The operations, with the dialog that creates a project. */
export function Component() {
  const imports = useQuery(listImports());
  const dataDate = imports.data?.find(({ status }) => status === 'completed')?.report?.data_date ?? null;
  return (
    <OperationsPage
      renderCreate={(projects, onClose) => (
        <Suspense fallback={null}>
          <CreateDialog projects={projects} dataDate={dataDate} onClose={onClose} />
        </Suspense>
      )}
    />
  );
}
