/** Rows of a CSV text, cell by cell: quoted cells may hold separators, quotes written twice and line breaks. */
export function* csvRows(text: string, separator: string): Generator<string[]> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    if (!line.includes('"')) {
      yield line.split(separator);
      at = skipBreak(text, end);
      continue;
    }
    const quoted = quotedRow(text, at, separator);
    yield quoted.cells;
    at = quoted.next;
  }
}

/** The separator of a header: the likely character that it holds most often. */
export function separatorOf(header: string): string {
  const bare = header.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t', '|'].map((one) => ({ one, count: bare.split(one).length }));
  counts.sort((a, b) => b.count - a.count);
  return counts[0]?.one ?? ',';
}

/** Number of a cell: decimal point or comma, spaces or the other sign between thousands; NaN when it is none. */
export function parseNumber(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  const bare = text.replace(/[\s\u00a0\u202f€$£]/g, '');
  if (bare === '') return Number.NaN;
  const plain = Number(bare);
  if (!Number.isNaN(plain)) return Number.isFinite(plain) ? plain : Number.NaN;
  const decimal = bare.lastIndexOf(',') > bare.lastIndexOf('.') ? ',' : '.';
  const grouped = decimal === ',' ? /\./g : /,/g;
  const value = Number(bare.replace(grouped, '').replace(decimal, '.'));
  return Number.isFinite(value) ? value : Number.NaN;
}

function lineEnd(text: string, at: number): number {
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 10 || code === 13) return end;
  }
  return text.length;
}

function skipBreak(text: string, at: number): number {
  return text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;
}

function quotedRow(text: string, from: number, separator: string): { cells: string[]; next: number } {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let at = from;
  for (; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n' || char === '\r') break;
    else cell += char;
  }
  cells.push(cell);
  return { cells, next: skipBreak(text, at) };
}
