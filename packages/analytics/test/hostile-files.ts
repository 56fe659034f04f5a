import { gzipSync } from 'node:zlib';
import { cells, repeated, sheetOf, workbookOf } from './workbook-maker.ts';
import { zip64Liar, zipOf } from './zip-maker.ts';

/** A file made to hurt whoever opens it, and what Palier says of it. */
export interface HostileFile {
  name: string;
  make(): Buffer;
  problem: RegExp;
}

const ITEMS = 'code_produit;prix_ttc\nR1;80\n';
const HEADINGS = cells(1, 'code_produit', 'prix_ttc');
const MEASURE = /^contenu démesuré/;
const DAMAGED_ZIP = /^archive zip illisible/;
const DAMAGED_BOOK = /^classeur illisible/;

function many(count: number, row: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => row(index)).join('');
}

/** An archive of an archive… of a file. */
function nested(depth: number, content: Buffer): Buffer {
  return depth === 0 ? content : nested(depth - 1, zipOf([{ name: `${depth}.zip`, content }]));
}

/** As a million laughs have it: each entity is ten of the one before. */
const laughs = `<!DOCTYPE worksheet [<!ENTITY a "ha">${many(9, (index) => `<!ENTITY ${'bcdefghij'[index]} "${`&${'abcdefghi'[index]};`.repeat(10)}">`)}]>`;

/** Every one of them is smaller than 1 MB. */
export const HOSTILE_FILES: readonly HostileFile[] = [
  {
    name: 'image-appelee.csv',
    make: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    problem: /^ce n’est pas un fichier de texte/,
  },
  { name: 'zip64-de-3-Gio.zip', make: () => zip64Liar(3n * 1024n ** 3n), problem: DAMAGED_ZIP },
  { name: 'zip64-sans-fin.zip', make: () => zip64Liar(2n ** 63n), problem: DAMAGED_ZIP },
  {
    name: '17-millions-de-textes.xlsx',
    make: () =>
      workbookOf({
        sheet: sheetOf(HEADINGS),
        strings: { content: repeated('<sst>', '<si><t/></si>', 17e6, '</sst>') },
      }),
    problem: /^classeur aux textes trop nombreux|^contenu démesuré/,
  },
  {
    name: 'colonne-XFD.xlsx',
    make: () =>
      workbookOf({
        sheet: sheetOf(
          HEADINGS,
          many(200_000, (at) => `<row><c r="XFD${at + 2}"><v>1</v></c></row>`),
        ),
      }),
    problem: /1000e colonne/,
  },
  {
    name: 'lignes-larges.xlsx',
    make: () =>
      workbookOf({
        sheet: sheetOf(
          HEADINGS,
          many(150_000, (at) => `<row><c r="ALL${at + 2}"><v>1</v></c></row>`),
        ),
      }),
    problem: MEASURE,
  },
  {
    name: 'ligne-400000000.xlsx',
    make: () => workbookOf({ sheet: sheetOf(HEADINGS, cells(400_000_000, 'R1', '80')) }),
    problem: /^classeur aux lignes trop nombreuses/,
  },
  {
    name: 'cellule-de-100-Mo.xlsx',
    make: () =>
      workbookOf({
        sheet: repeated(
          `<worksheet><sheetData>${HEADINGS}<row r="2"><c t="inlineStr"><is><t>`,
          'a',
          60e6,
          '</t></is></c></row></sheetData></worksheet>',
        ),
      }),
    problem: /^classeur au texte démesuré/,
  },
  {
    name: 'million-de-rires.xlsx',
    make: () => workbookOf({ sheet: `${laughs}${sheetOf(HEADINGS, cells(2, '&j;', '80'))}` }),
    problem: DAMAGED_BOOK,
  },
  {
    name: 'feuilles-sans-nombre.xlsx',
    make: () => workbookOf({ sheet: sheetOf(HEADINGS), sheet_count: 1500 }),
    problem: /^classeur de plus de 200 feuilles/,
  },
  {
    name: 'styles-sans-nombre.xlsx',
    make: () =>
      workbookOf({
        sheet: sheetOf(HEADINGS),
        styles: repeated('<styleSheet><cellXfs>', '<xf numFmtId="14"/>', 2e6, '</cellXfs></styleSheet>'),
      }),
    problem: /^classeur aux formats trop nombreux/,
  },
  {
    name: 'classeur-menteur.xlsx',
    make: () =>
      workbookOf({
        sheet: sheetOf(HEADINGS),
        strings: { content: Buffer.alloc(100_000, ' '), said_size: 10 },
      }),
    problem: DAMAGED_BOOK,
  },
  {
    name: 'bombe.csv.gz',
    make: () => gzipSync(Buffer.alloc(600e6, 'a;b\n'), { level: 9 }),
    problem: MEASURE,
  },
  {
    name: 'bombe.zip',
    make: () => zipOf([{ name: 'a.csv', content: Buffer.alloc(300e6, 'a;b\n') }]),
    problem: MEASURE,
  },
  {
    name: 'bombes-emboitees.zip',
    make: () =>
      zipOf([{ name: 'b.zip', content: zipOf([{ name: 'a.csv', content: Buffer.alloc(300e6, 'a;b\n') }]) }]),
    problem: MEASURE,
  },
  {
    name: 'poupees-russes.zip',
    make: () => nested(8, Buffer.from(ITEMS)),
    problem: /^archives emboîtées trop profondément/,
  },
  {
    name: 'fichiers-superposes.zip',
    make: () =>
      zipOf(
        Array.from({ length: 1000 }, (_, index) => ({
          name: `${index}.csv`,
          content: Buffer.alloc(60e4, 'a;b\n'),
        })),
        { overlapping: true },
      ),
    problem: DAMAGED_ZIP,
  },
  {
    name: '100000-fichiers.zip',
    make: () => {
      const one = zipOf([{ name: 'a', content: '' }]);
      const entry = one.subarray(33, one.length - 22);
      const end = Buffer.from(one.subarray(-22));
      const entries = Buffer.alloc(entry.length * 20_000, entry);
      end.writeUInt16LE(20_000, 8);
      end.writeUInt16LE(20_000, 10);
      end.writeUInt32LE(entries.length, 12);
      return Buffer.concat([one.subarray(0, 33), entries, end]);
    },
    problem: /^archive zip de plus de 2000 fichiers|^archive zip illisible/,
  },
  {
    name: 'tronque.zip',
    make: () => zipOf([{ name: 'a.csv', content: ITEMS.repeat(100) }]).subarray(0, 60),
    problem: DAMAGED_ZIP,
  },
  {
    name: 'taille-menteuse.zip',
    make: () => zipOf([{ name: 'a.csv', content: Buffer.alloc(100_000, 'a'), said_size: 10 }]),
    problem: DAMAGED_ZIP,
  },
  {
    name: 'place-menteuse.zip',
    make: () => zipOf([{ name: 'a.csv', content: ITEMS, said_offset: 0xfffffff0 }]),
    problem: DAMAGED_ZIP,
  },
  {
    name: 'longueur-menteuse.zip',
    make: () => zipOf([{ name: 'a.csv', content: ITEMS, said_packed: 0xfffffff0 }]),
    problem: DAMAGED_ZIP,
  },
  {
    name: 'une-ligne-sans-fin.csv.gz',
    make: () =>
      gzipSync(Buffer.concat([Buffer.from('code_produit;prix_ttc\nR1;'), Buffer.alloc(60e6, '8')]), {
        level: 9,
      }),
    problem: /^ligne de plus de 8 Mo/,
  },
  {
    name: 'colonnes-sans-nombre.csv',
    make: () => Buffer.from(`code_produit;prix_ttc${many(30_000, (at) => `;c${at}`)}\nR1;80\n`),
    problem: /^plus de 1000 colonnes/,
  },
  {
    name: 'titres-sans-fin.csv',
    make: () => Buffer.from(`code_produit;prix_ttc${many(60_000, (at) => `;c${at}`)}\nR1;80\n`),
    problem: /^première ligne démesurée/,
  },
  {
    name: 'octets-au-hasard.xlsx',
    make: () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(50_000, 0x5a)]),
    problem: DAMAGED_ZIP,
  },
  {
    name: 'parquet-menteur.parquet',
    make: () =>
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(2000, 0xff),
        Buffer.from('\xf0\xff\xff\x7fPAR1', 'latin1'),
      ]),
    problem: /^fichier illisible/,
  },
];
