import type { PriceFile } from '@palier/contract';
import { lackOf } from '@palier/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { downloadFile } from '../download.ts';
import { useOutside } from '../session/perimeter.ts';
import { usePermission } from '../session/use-session.ts';

/** Which file: the phase is counted from 0. */
export interface WantedPriceFile {
  phase: number;
  template_id: string;
  scope: 'all' | 'changes';
}

/** The layout that a price file has unless another is chosen. */
export const USUAL_TEMPLATE = 'prices-csv';

/** Hands a file that was made to the browser's downloads. */
export async function downloadPriceFile(
  projectId: string,
  { _id, name }: Pick<PriceFile, '_id' | 'name'>,
): Promise<void> {
  downloadFile(await api.download('price_files.content', { params: { id: projectId, fileId: _id } }), name);
}

/** Hands the proof that was kept with a price file to the browser's downloads. */
export async function downloadPriceProof(
  projectId: string,
  { _id, proof }: Pick<PriceFile, '_id' | 'proof'>,
): Promise<void> {
  const file = await api.download('price_files.proof', { params: { id: projectId, fileId: _id } });
  downloadFile(file, proof?.name ?? 'dossier-de-preuve.xlsx');
}

/** Opens the page to print that was kept with a price file in a tab of its own; downloads it where none may be opened. */
export async function openProofPage(
  projectId: string,
  { _id, proof }: Pick<PriceFile, '_id' | 'proof'>,
): Promise<void> {
  // Opened by the click itself, before anything is waited for: browsers refuse a tab that comes later.
  const tab = window.open('', '_blank');
  try {
    const file = await api.download('price_files.proof_page', { params: { id: projectId, fileId: _id } });
    if (tab) tab.location.replace(URL.createObjectURL(file.blob));
    else downloadFile(file, proof?.page?.name ?? 'dossier-de-preuve.html');
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Makes a price file, which is kept, and downloads it. */
export function useMakePriceFile(projectId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: WantedPriceFile) => {
      const file = await api.call('price_files.create', { params: { id: projectId }, body });
      await downloadPriceFile(projectId, file);
      return file;
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['projects', projectId, 'price-files'] }),
        queryClient.invalidateQueries({ queryKey: ['projects', projectId, 'stats'] }),
      ]),
  });
}

/** Why the user may not make a project's price file, for a disabled button; null when she may. */
export function usePriceFileRefusal(projectId: string): string | null {
  const decides = usePermission('canEditDiscounts');
  const imports = usePermission('canImport');
  const outside = useOutside('project', projectId);
  return decides || imports ? outside : lackOf('canEditDiscounts');
}
