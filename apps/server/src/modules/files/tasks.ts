import {
  type FileInspection,
  type ImportRequest,
  type ImportResult,
  importFiles,
  inspectFiles,
  type SourceFile,
} from '@palier/analytics';
import type { Say } from './wire.ts';

// What readers do, in their own process: see process.ts.

type Tell = (said: Extract<Say, { say: 'file' | 'progress' | 'part' }>) => void;

/** An import without what cannot travel to another process. */
export type ImportInput = Omit<ImportRequest, 'signal' | 'onProgress' | 'onFile'> & { temp_folder: string };
export type InspectInput = { files: readonly SourceFile[] } & Omit<
  Parameters<typeof inspectFiles>[1],
  'onFile'
>;
/** `only`: plain names of the columns whose cells matter; the others come empty. */
export interface TableInput {
  file: SourceFile;
  only: readonly string[];
  /** Where archives are unpacked and text is rewritten. */
  folder: string;
}
/** Of a table whose rows came as parts. */
export interface TableHead {
  name: string;
  headings: string[];
  row_count: number;
}
export interface DefinitionsInput {
  folder: string;
  files: readonly (SourceFile & { size_bytes: number })[];
}

/** Rows of a table that travel together: few enough not to block the event loop. */
const ROWS_TOGETHER = 1000;
/** Letters of a cell that travel: longer than any comment. */
const CELL_LETTERS = 2000;

export const tasks = {
  inspect: (input: InspectInput, tell: Tell): Promise<FileInspection[]> =>
    inspectFiles(input.files, { ...input, onFile: (name) => tell({ say: 'file', name }) }),

  import: (input: ImportInput, tell: Tell): Promise<ImportResult> =>
    importFiles({
      ...input,
      onFile: (name) => tell({ say: 'file', name }),
      onProgress: (progress) => tell({ say: 'progress', ...progress }),
    }),

  /** Rows come as parts, table after table; the output says what they are of. */
  tables: async ({ file, only, folder }: TableInput, tell: Tell): Promise<TableHead[]> => {
    tell({ say: 'file', name: file.name });
    const { plainHeading, readTables } = await import('./tables.ts');
    const heads: TableHead[] = [];
    for (const { name, table } of await readTables(file, folder)) {
      const { headings, rows } = table;
      const wanted = headings.map((heading) => only.includes(plainHeading(heading)));
      const last = wanted.lastIndexOf(true);
      for (let at = 0; at < rows.length; at += ROWS_TOGETHER) {
        const part = rows.slice(at, at + ROWS_TOGETHER).map(({ line, cells }) => ({
          line,
          cells: cells
            .slice(0, last + 1)
            .map((cell, column) => (wanted[column] ? cell.slice(0, CELL_LETTERS) : '')),
        }));
        tell({ say: 'part', part });
      }
      heads.push({ name, headings, row_count: rows.length });
    }
    return heads;
  },

  /** Each file's definitions come as parts; the output lists the files that had none. */
  definitions: async ({ folder, files }: DefinitionsInput, tell: Tell): Promise<{ without: number[] }> => {
    const { readDefinitionsOf } = await import('./definitions.ts');
    const without: number[] = [];
    for (const [index, file] of files.entries()) {
      tell({ say: 'file', name: file.name });
      const found = await readDefinitionsOf(file, folder);
      if (!found) without.push(index);
      for (const definition of found?.definitions ?? [])
        tell({ say: 'part', part: { definitions: [definition], errors: [] } });
      if (found) tell({ say: 'part', part: { definitions: [], errors: found.errors } });
    }
    return { without };
  },
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
