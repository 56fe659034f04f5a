import { ApiError } from '../../http/errors.ts';
import { Turns } from '../../turns.ts';

/** Questions that one organisation may have waiting. */
const MOST_WAITING = 20;

/** Lets each organisation do one thing at a time, and `places` organisations at once. */
export class OrganizationTurns {
  readonly #last = new Map<string, { tail: Promise<void>; count: number }>();
  readonly #places: Turns;

  constructor(places: number) {
    this.#places = new Turns(places);
  }

  /** @throws 429 when the organisation has too many waiting */
  async take<T>(organization_id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(organization_id);
    const count = (before?.count ?? 0) + 1;
    if (count > MOST_WAITING)
      throw new ApiError('too_many_requests', 'Trop de fichiers sont en cours de lecture : patientez.');
    const done = (before?.tail ?? Promise.resolve()).then(() => this.#places.take(work));
    const entry = { count, tail: done.then(() => {}).catch(() => {}) };
    this.#last.set(organization_id, entry);
    try {
      return await done;
    } finally {
      const last = this.#last.get(organization_id);
      if (last === entry) this.#last.delete(organization_id);
      else if (last) last.count -= 1;
    }
  }
}
