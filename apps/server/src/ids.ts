import { randomBytes } from 'node:crypto';

/** What an id looks like: the database refuses any other text where it expects one. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text may be an id at all; whether it is one of ours is the database's to say. */
export const isId = (text: string): boolean => UUID.test(text);

let lastTime = 0;
let sequence = 0;

/**
 * Ids made from now on sort after this one, another process's or of before a restart: clocks differ from one server to
 * the next, and one that was ahead is put back.
 */
export function followId(id: string): void {
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  if (time < lastTime) return;
  lastTime = time + 1;
  sequence = 0;
}

/**
 * A UUIDv7 (RFC 9562): milliseconds, then a 12-bit counter within the millisecond, then 62 random
 * bits. Ids made by one process sort in the order they were made.
 */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now;
    sequence = randomBytes(2).readUInt16BE() & 0x3ff;
  } else if (++sequence > 0xfff) {
    lastTime += 1;
    sequence = 0;
  }
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
