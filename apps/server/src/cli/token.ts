import { readConfig, StartError } from '../config.ts';
import { DEMO_USERS, findDemoUser, issueTokenFromFolder, readSignInSettings } from '../identity/index.ts';

/** `npm run --silent token -- <user>`: prints a bearer token of a demo user, valid for an hour, and nothing else. */
async function main(): Promise<void> {
  const config = readConfig();
  const account = findDemoUser(process.argv[2] ?? '');
  if (!account) {
    const emails = DEMO_USERS.map(({ email }) => email).join(', ');
    throw new StartError(`Usage : npm run --silent token -- <utilisateur>. Utilisateurs : ${emails}.`);
  }
  const { public_url, data_folder, production, environment } = config;
  const sign_in = readSignInSettings(environment);
  console.log(await issueTokenFromFolder({ public_url, data_folder, production, sign_in }, account));
}

main().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
