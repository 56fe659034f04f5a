import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

/** The demo users, by what they may do (two organisations). */
export const USERS = {
  /** Leads Maison Brume: shared views, validation. */
  lead: 'claire.vasseur@maison-brume.fr',
  /** Maison Brume too, without the right to edit shared views. */
  merchandiser: 'marion.roche@maison-brume.fr',
  /** Signs what merchandisers submit. */
  manager: 'ines.dumont@maison-brume.fr',
  /** Reads, and no more. */
  reader: 'hugo.lemaire@maison-brume.fr',
  /** An organisation that has no data yet. */
  newcomer: 'camille.martin@mon-enseigne.fr',
  /** Another organisation. */
  stranger: 'paul.berthier@atelier-lisiere.fr',
} as const;

/** Goes to `path` as somebody signed out, signs in on the provider's page and lands where `path` says. */
export async function signIn(page: Page, user: string = USERS.lead, path = '/operations'): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: 'Connexion' }).waitFor();
  await page.locator(`input[type=radio][value="${user}"]`).check();
  await page.getByLabel('Mot de passe').fill(demoPassword());
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(new RegExp(`${path.replaceAll('/', '\\/')}`));
}

/** The password that the server under test printed, kept in its data folder. */
export function demoPassword(): string {
  if (process.env.PALIER_E2E_PASSWORD) return process.env.PALIER_E2E_PASSWORD;
  return readFileSync(
    join(process.env.PALIER_E2E_DATA ?? '.data', 'identity/demo-password.txt'),
    'utf8',
  ).trim();
}
