import { randomBytes, randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { z } from 'zod';
import { IdentitySettingsError } from './errors.ts';
import { readOrCreateSecret } from './once-file.ts';

/** What the broker signs with. The first key of each list signs, the others are still accepted. */
export interface IdentityKeys {
  /** Private RS256 keys with their `kid`. */
  signing: JWK[];
  cookies: string[];
}

const keysSchema = z.object({
  signing: z.array(z.looseObject({ kty: z.literal('RSA'), kid: z.string(), d: z.string() })).min(1),
  cookies: z.array(z.string().min(32)).min(1),
});

/** Reads the keys of the data folder, generated at first start.
 * @throws IdentitySettingsError when the file is damaged: new keys would silently end every session. */
export async function loadKeys(dataFolder: string): Promise<IdentityKeys> {
  const path = join(dataFolder, 'identity', 'keys.json');
  const text = await readOrCreateSecret(path, async () => JSON.stringify(await generateKeys(), null, 2));
  try {
    return keysSchema.parse(JSON.parse(text));
  } catch {
    throw new IdentitySettingsError(
      `Le fichier de clés ${path} est illisible : restaurez-le, ou supprimez-le pour en créer un autre (tout le monde devra se reconnecter).`,
    );
  }
}

async function generateKeys(): Promise<IdentityKeys> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const key = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(key);
  return {
    signing: [{ ...key, kid, alg: 'RS256', use: 'sig' }],
    cookies: [randomBytes(32).toString('base64url')],
  };
}

/** The public half of the signing keys, as a JSON Web Key Set. */
export function publicKeySet(keys: IdentityKeys): { keys: JWK[] } {
  return { keys: keys.signing.map(({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use })) };
}

/**
 * The demo users' password, kept in the data folder: the one given, else the one kept, else a new one.
 */
export async function loadDemoPassword(dataFolder: string, given?: string): Promise<string> {
  const path = join(dataFolder, 'identity', 'demo-password.txt');
  const kept = (await readOrCreateSecret(path, async () => `${given ?? generatePassword()}\n`)).trim();
  if (given === undefined || given === kept) return kept;
  await writeFile(path, `${given}\n`, { mode: 0o600 });
  return given;
}

// No letter or digit that reads like another; 12 of 30 signs are about 59 bits.
const PASSWORD_SIGNS = 'abcdefghjkmnpqrstuvwxyz2345679';

function generatePassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => PASSWORD_SIGNS[randomInt(PASSWORD_SIGNS.length)]).join('');
  return [group(), group(), group()].join('-');
}
