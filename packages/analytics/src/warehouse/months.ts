import type { Session } from '../database/session.ts';
import type { WrittenFile } from './write.ts';

/**
 * Writes months side by side, one a connection: a month of a usual retailer is too small for a statement to keep
 * several processors busy.
 */
export async function writeMonths(
  session: Session,
  months: readonly string[],
  write: (session: Session, month: string) => Promise<WrittenFile>,
  onMonth: (share: number) => void,
): Promise<WrittenFile[]> {
  const files: WrittenFile[] = [];
  const left = [...months];
  const writeNext = async (at: Session): Promise<void> => {
    for (let month = left.shift(); month !== undefined; month = left.shift()) {
      files.push(await write(at, month));
      onMonth(files.length / months.length);
    }
  };
  const all = [session, ...session.beside].map((at) =>
    writeNext(at).catch((error: unknown) => {
      left.length = 0;
      throw error;
    }),
  );
  // All have stopped before a failure is said: nothing writes into a folder that is discarded.
  await Promise.allSettled(all);
  await Promise.all(all);
  return files;
}
