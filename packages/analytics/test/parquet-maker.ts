/** A column of a Parquet file, as Spark writes instants (INT96), texts and numbers. */
export type ParquetColumn =
  | { name: string; type: 'INT96'; values: readonly Date[] }
  | { name: string; type: 'DOUBLE'; values: readonly number[] }
  | { name: string; type: 'BYTE_ARRAY'; values: readonly string[] };

const TYPES = { INT96: 3, DOUBLE: 5, BYTE_ARRAY: 6 } as const;
const DAY_MS = 86_400_000;
/** Julian day of 1 January 1970. */
const JULIAN_EPOCH = 2_440_588;

/** Thrift's compact writing: a field's number as the step from the one before, numbers in zigzag. */
type Field = readonly [id: number, type: 5 | 6 | 8 | 9 | 12, value: Buffer];

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
const number = (value: number): Buffer => varint(value * 2);
const text = (value: string): Buffer => Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)]);
const list = (type: number, items: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([(items.length << 4) | type]), ...items]);

function struct(fields: readonly Field[]): Buffer {
  let last = 0;
  const parts = fields.flatMap(([id, type, value]) => {
    const head = Buffer.from([((id - last) << 4) | type]);
    last = id;
    return [head, value];
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function cellOf(column: ParquetColumn, index: number): Buffer {
  const value = column.values[index];
  if (value instanceof Date) {
    const bytes = Buffer.alloc(12);
    const day = Math.floor(value.getTime() / DAY_MS);
    bytes.writeBigUInt64LE(BigInt(value.getTime() - day * DAY_MS) * 1_000_000n, 0);
    bytes.writeUInt32LE(day + JULIAN_EPOCH, 8);
    return bytes;
  }
  const bytes = Buffer.alloc(typeof value === 'number' ? 8 : 4);
  if (typeof value === 'number') bytes.writeDoubleLE(value);
  else bytes.writeUInt32LE(Buffer.byteLength(value ?? ''));
  return typeof value === 'string' ? Buffer.concat([bytes, Buffer.from(value)]) : bytes;
}

/** A Parquet file of one row group, without compression, whose columns all have a value in every row. */
export function parquetOf(columns: readonly ParquetColumn[]): Buffer {
  const rows = columns[0]?.values.length ?? 0;
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let offset = 4;
  const chunks = columns.map((column) => {
    const data = Buffer.concat(Array.from({ length: rows }, (_, index) => cellOf(column, index)));
    const page = struct([
      ...([
        [1, 5, number(0)],
        [2, 5, number(data.length)],
        [3, 5, number(data.length)],
      ] as const),
      [
        5,
        12,
        struct([
          [1, 5, number(rows)],
          [2, 5, number(0)],
          [3, 5, number(3)],
          [4, 5, number(3)],
        ]),
      ],
    ]);
    const size = page.length + data.length;
    const meta = struct([
      ...([
        [1, 5, number(TYPES[column.type])],
        [2, 9, list(5, [number(0)])],
      ] as const),
      ...([
        [3, 9, list(8, [text(column.name)])],
        [4, 5, number(0)],
        [5, 6, number(rows)],
      ] as const),
      ...([
        [6, 6, number(size)],
        [7, 6, number(size)],
        [9, 6, number(offset)],
      ] as const),
    ]);
    parts.push(page, data);
    const chunk = struct([
      [2, 6, number(offset)],
      [3, 12, meta],
    ]);
    offset += size;
    return chunk;
  });
  const schema = [
    struct([
      [4, 8, text('spark_schema')],
      [5, 5, number(columns.length)],
    ]),
    ...columns.map(({ name, type }) =>
      struct([
        [1, 5, number(TYPES[type])],
        [3, 5, number(0)],
        [4, 8, text(name)],
      ]),
    ),
  ];
  const group = struct([
    [1, 9, list(12, chunks)],
    [2, 6, number(offset)],
    [3, 6, number(rows)],
  ]);
  const footer = struct([
    ...([
      [1, 5, number(1)],
      [2, 9, list(12, schema)],
      [3, 6, number(rows)],
    ] as const),
    [4, 9, list(12, [group])],
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  return Buffer.concat([...parts, footer, length, Buffer.from('PAR1')]);
}
