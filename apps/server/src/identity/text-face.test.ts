import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textFaceAddress, textFaceRule } from './text-face.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-face-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the text face of the sign-in page', () => {
  it('is the screens’ own, under the name that their build gave it', async () => {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets/inter-latin-ext-wght-normal-DO1Apj_S.woff2'), '');
    await writeFile(join(folder, 'assets/inter-latin-wght-normal-Dx4kXJAl.woff2'), '');
    expect(textFaceAddress(folder)).toBe('/assets/inter-latin-wght-normal-Dx4kXJAl.woff2');
  });

  it('is the system’s while the screens are not built', () => {
    expect(textFaceAddress(join(folder, 'none'))).toBeNull();
    expect(textFaceRule(null)).toBe('');
  });
});
