import { deflateRawSync } from 'node:zlib';

/** A part of a zip, true or lying. */
export interface Part {
  name: string;
  content: Buffer | string;
  /** The size that the archive says it has, instead of its own. */
  said_size?: number;
  /** Where the archive says that it starts, instead of where it does. */
  said_offset?: number;
  /** The bytes that the archive says it has packed, instead of its own. */
  said_packed?: number;
}

function header(part: Part, packed: Buffer): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.writeUInt16LE(8, 0); // deflated
  bytes.writeUInt32LE(part.said_packed ?? packed.length, 10);
  bytes.writeUInt32LE(part.said_size ?? Buffer.byteLength(part.content), 14);
  bytes.writeUInt16LE(Buffer.byteLength(part.name), 18);
  return bytes;
}

/** A zip of parts, each as its entry says, or not. The parts after the first may all stand on the first's bytes. */
export function zipOf(parts: readonly Part[], options: { overlapping?: boolean } = {}): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    const label = Buffer.from(part.name);
    const packed = deflateRawSync(part.content, { level: 9 });
    const own = header(part, packed);
    const at = Buffer.alloc(14);
    at.writeUInt32LE(part.said_offset ?? (options.overlapping ? 0 : offset), 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0\u0014\0\0\0'), own, at, label]));
    if (options.overlapping && index > 0) continue;
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\0\0\0'), own, label, packed]);
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}

/** 162 bytes that say that their zip64 directory is `size` bytes long. */
export function zip64Liar(size: bigint): Buffer {
  const local = Buffer.alloc(64);
  local.write('PK\u0003\u0004', 'latin1');
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 24);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(size, 40);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 'latin1');
  locator.writeBigUInt64LE(64n, 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.write('PK\u0005\u0006', 'latin1');
  end.fill(0, 4, 8);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([local, record, locator, end]);
}
