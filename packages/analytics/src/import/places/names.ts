import { foldText } from '@palier/domain';

/** What stands before a place's number or name and tells none from another. */
const PLACE_WORDS = /^(magasins?|mag|boutiques?|btq|stores?|shops?)\b[\s.n°:_-]*(?=\S)/;

/** `001 - Lyon`, `M12 : Lille`: a code, then a name. */
const CODE_AND_NAME = /^([a-z]{0,3}\d+)(?:\s*[-–—:_|/]\s*|\s+)([a-z].*)$/;

/** What is left of a place whatever system wrote it: letters without case or accents, numbers without zeros before them. */
function plainPlace(folded: string): string {
  return folded
    .replace(PLACE_WORDS, '')
    .replace(/^(\d+)[.,]0+$/, '$1')
    .replace(/[^a-z0-9]+/g, '')
    .replace(/(^|[a-z])0+(?=\d)/g, '$1');
}

/** What a place may be found by, as it is written: all of it, and its code and its name where it has both. */
export function placeKeys(written: string): string[] {
  const folded = foldText(written).trim();
  const [, code, name] = CODE_AND_NAME.exec(folded) ?? [];
  const keys = [folded, code, name].map((part) => (part === undefined ? '' : plainPlace(part)));
  return [...new Set(keys)].filter((key) => key !== '');
}

/** A place's code, and the name that it has beside it. */
export interface KnownPlace {
  code: string;
  name: string | null;
}

/** The places known so far, found again under other spellings. */
export class PlaceBook {
  readonly #codes = new Set<string>();
  readonly #byKey = new Map<string, Set<string>>();

  add({ code, name }: KnownPlace): void {
    this.#codes.add(code);
    for (const key of [...placeKeys(code), ...(name === null ? [] : placeKeys(name))]) {
      const codes = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, codes.add(code));
    }
  }

  /**
   * The places of one file that are known under another spelling: it has the known code nowhere itself, and no two of
   * its places are found to be the same.
   */
  respelled(written: readonly string[]): Map<string, string> {
    const own = new Set(written);
    const found = [...own].flatMap((place): [string, string][] => {
      const known = this.#codes.has(place) ? null : this.#find(place);
      return known === null || own.has(known) ? [] : [[place, known]];
    });
    const times = Map.groupBy(found, ([, known]) => known);
    return new Map(found.filter(([, known]) => times.get(known)?.length === 1));
  }

  #find(place: string): string | null {
    const codes = new Set(placeKeys(place).flatMap((key) => [...(this.#byKey.get(key) ?? [])]));
    const [only] = codes;
    return codes.size === 1 && only !== undefined ? only : null;
  }
}
