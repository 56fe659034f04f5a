/**
 * A block of cells as spreadsheets put it on the clipboard: cells by tabs, rows by line ends; a cell
 * with a tab, a line end or a quote is quoted.
 */
export function toTsv(block: readonly (readonly string[])[]): string {
  const cell = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return block.map((row) => row.map(cell).join('\t')).join('\n');
}

/** Reads a block copied from a spreadsheet; the line end that closes it adds no row. */
export function fromTsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] as string;
    if (quoted) {
      if (char === '"' && text[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else if (char === '"') quoted = false;
      else cell += char;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') {
      endCell();
      rows.push([]);
    } else if (char !== '\r') cell += char;
  }
  if (cell !== '' || (rows.at(-1)?.length ?? 0) > 0) endCell();
  if (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

/** A pasted block stretched to the selection when it fits a whole number of times, as spreadsheets do. */
export function tileBlock(block: readonly (readonly string[])[], rows: number, columns: number): string[][] {
  const height = block.length;
  const width = Math.max(0, ...block.map((row) => row.length));
  const tall = height > 0 && rows % height === 0 ? Math.max(rows, height) : height;
  const wide = width > 0 && columns % width === 0 ? Math.max(columns, width) : width;
  return Array.from({ length: tall }, (_, row) =>
    Array.from({ length: wide }, (_, column) => block[row % height]?.[column % width] ?? ''),
  );
}
