import type { ImportReport } from './columns.ts';

export interface RowCounts {
  read: number;
  kept: number;
  warned: number;
  refused: number;
}

/** Lines of an import's files, each once: a file of products may feed the stock too. */
export function rowCounts({ files }: Pick<ImportReport, 'files'>): RowCounts {
  const counts: RowCounts = { read: 0, kept: 0, warned: 0, refused: 0 };
  for (const name of new Set(files.map(({ file }) => file))) {
    const feeds = files.filter(({ file }) => file === name);
    const most = (column: 'rows_read' | 'rows_rejected' | 'rows_warned') =>
      Math.max(...feeds.map((feed) => feed[column]));
    counts.read += most('rows_read');
    counts.refused += most('rows_rejected');
    counts.warned += most('rows_warned');
  }
  return { ...counts, kept: counts.read - counts.refused };
}
