import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Palier's text face among the files of the build, which names it by its content. */
const FACE = /^inter-latin-wght-normal-[\w-]+\.woff2$/;

/** Address of the text face that the screens of `folder` use; null while they are not built. */
export function textFaceAddress(folder: string): string | null {
  const assets = join(folder, 'assets');
  const file = existsSync(assets) ? readdirSync(assets).find((name) => FACE.test(name)) : undefined;
  return file === undefined ? null : `/assets/${file}`;
}

/** The rule that makes the face known to a page, '' without one. */
export function textFaceRule(address: string | null): string {
  return address === null
    ? ''
    : `@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url("${address}") format("woff2"); }`;
}
