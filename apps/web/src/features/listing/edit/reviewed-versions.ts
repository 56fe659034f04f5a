import type { PendingEdit } from './edit-queue.ts';

/** The version that this user's last review gave each line: an edit made before it does not conflict with it. */
export class ReviewedVersions {
  readonly #versions = new Map<string, number>();

  keep(lineId: string, version: number): void {
    this.#versions.set(lineId, version);
  }

  /** Edits with the versions that this user's own reviews have given their lines since. */
  bringUpToDate(edits: Readonly<Record<string, PendingEdit>>): Record<string, PendingEdit> {
    return Object.fromEntries(
      Object.entries(edits).map(([id, edit]) => {
        const reviewed = this.#versions.get(id);
        const behind = reviewed !== undefined && edit.version !== undefined && edit.version < reviewed;
        return [id, behind ? { ...edit, version: reviewed } : edit];
      }),
    );
  }
}
