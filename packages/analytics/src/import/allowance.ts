import { statfs } from 'node:fs/promises';
import { Transform } from 'node:stream';

/** More than any retailer sends; beyond it is a decompression bomb. */
const MAXIMUM_TOTAL = 40e9;
/** What the rest of the machine may need of its disk. */
const DISK_SHARE = 0.8;

/** What an import's archives and workbooks may still write once unpacked, all together. */
export type Allowance = {
  /** @throws a French message once there is nothing left. */
  take(bytes: number): void;
};

/** @param folder where files are unpacked: never more than its disk can hold. */
export const newAllowance = async (folder: string, maximum = MAXIMUM_TOTAL): Promise<Allowance> => {
  const { bavail, bsize } = await statfs(folder);
  let left = Math.min(maximum, bavail * bsize * DISK_SHARE);
  return {
    take: (bytes) => {
      left -= bytes;
      if (left < 0) throw new Error('archive trop volumineuse une fois décompressée');
    },
  };
};

/** A stream that lets bytes through as long as the allowance lasts. */
export const within = (allowance: Allowance): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        allowance.take(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
