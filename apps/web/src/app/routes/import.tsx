import { useParams } from 'react-router';
import { ImportPage } from '../../features/imports/components/import-page.tsx';

/** The import of the retailer's files, or the import that the address names. */
export function Component() {
  const { importId } = useParams();
  return <ImportPage key={importId} importId={importId ?? null} />;
}
