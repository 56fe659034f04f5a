import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { getImport, listImports } from '../../features/imports/api/imports.ts';
import { OperationsPage } from '../../features/operations/components/operations-page.tsx';

const CreateDialog = lazy(async () => ({
  default: (await import('../../features/projects/components/create-dialog.tsx')).CreateDialog,
}));

/** The operations, with the dialog that creates a project. */
export function Component() {
  const imports = useQuery(listImports());
  const dataDate = imports.data?.find(({ status }) => status === 'completed')?.report?.data_date ?? null;
  const [search] = useSearchParams();
  const importId = search.get('import');
  const chosen = useQuery({ ...getImport(importId ?? ''), enabled: importId !== null });
  const products = chosen.data?.report?.products ?? null;
  // The days that it offers follow the data received.
  const waits = imports.isPending || (importId !== null && chosen.isPending);
  return (
    <OperationsPage
      renderCreate={(projects, onClose) => (
        <Suspense fallback={null}>
          {!waits && (
            <CreateDialog projects={projects} dataDate={dataDate} products={products} onClose={onClose} />
          )}
        </Suspense>
      )}
    />
  );
}
