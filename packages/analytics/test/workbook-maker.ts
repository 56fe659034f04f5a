import { type Part, zipOf } from './zip-maker.ts';

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface BookParts {
  /** The XML of the first sheet; others have one row. */
  sheet: string | Buffer;
  strings?: Omit<Part, 'name'>;
  styles?: string | Buffer;
  sheet_count?: number;
  /** One more sheet, that who opens the workbook does not see. */
  hidden_sheet?: string;
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
}

/** A workbook written by hand, so that any of its parts may be wrong. The sheets come before what they share. */
export function workbookOf({ sheet, strings, styles, sheet_count = 1, hidden_sheet }: BookParts): Buffer {
  const count = sheet_count + (hidden_sheet === undefined ? 0 : 1);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const sheets = numbers.map(
    (n) =>
      `<sheet name="Feuille ${n}" sheetId="${n}"${n > sheet_count ? ' state="hidden"' : ''} r:id="rId${n}"/>`,
  );
  const relations = [
    ...numbers.map((n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)),
    relation(100_001, 'sharedStrings', 'sharedStrings.xml'),
    relation(100_002, 'styles', 'styles.xml'),
  ];
  return zipOf([
    { name: '[Content_Types].xml', content: `<Types xmlns="${PACKAGE}/content-types"/>` },
    {
      name: '_rels/.rels',
      content: `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships>${relations.join('')}</Relationships>`,
    },
    ...numbers.map((n) => ({
      name: `xl/worksheets/sheet${n}.xml`,
      content: n === 1 ? sheet : n > sheet_count && hidden_sheet ? hidden_sheet : sheetOf(cells(1, 'a', 'b')),
    })),
    { name: 'xl/sharedStrings.xml', ...(strings ?? { content: '<sst/>' }) },
    { name: 'xl/styles.xml', content: styles ?? '<styleSheet/>' },
  ]);
}

export function cells(row: number, ...texts: string[]): string {
  return `<row r="${row}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
}

export function sheetOf(...rows: string[]): string {
  return `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

/** Bytes of a text many times over, between two others. */
export function repeated(before: string, text: string, times: number, after: string): Buffer {
  const bytes = Buffer.alloc(Buffer.byteLength(text) * times, text);
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
}
