import { statfs } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { FileProblem } from '../errors.ts';
import { LIMITS } from './limits.ts';

/** What the rest of the machine may need of its disk. */
const DISK_SHARE = 0.5;

/** What an import's archives and workbooks may still write once unpacked, all together. */
export interface Allowance {
  /** @throws FileProblem once there is nothing left. */
  take(bytes: number): void;
  /** What one archive or workbook of so many bytes may take of it, with all its contents. */
  ofArchive(packed_bytes: number): Allowance;
}

function allowanceOf(bytes: number, problem: string, whole?: Allowance): Allowance {
  let left = bytes;
  const allowance: Allowance = {
    take: (taken) => {
      left -= taken;
      if (left < 0) throw new FileProblem(problem);
      whole?.take(taken);
    },
    ofArchive: (packed) =>
      allowanceOf(
        LIMITS.free_bytes + LIMITS.ratio * packed,
        `contenu démesuré : plus de ${LIMITS.ratio} fois la taille du fichier une fois décompressé`,
        allowance,
      ),
  };
  return allowance;
}

/** @param folder where files are unpacked: never more than its disk can hold. */
export async function newAllowance(
  folder: string,
  maximum: number = LIMITS.unpacked_bytes,
): Promise<Allowance> {
  const { bavail, bsize } = await statfs(folder);
  return allowanceOf(
    Math.min(maximum, bavail * bsize * DISK_SHARE),
    'archive trop volumineuse une fois décompressée',
  );
}

/** A stream that lets bytes through as long as the allowance lasts. */
export function within(allowance: Allowance): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        allowance.take(chunk.length);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
