import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test';
import { type Asker, askAs } from './support/figures.ts';
import { signIn, USERS } from './support/sign-in.ts';

// Each role walks every screen and opens what its buttons open: no call that it may not make is made, no screen throws it
// out, and what it may not do is there, disabled, with the reason.

const DATA = 'nadia.benali@maison-brume.fr';

/** What ends, writes, sends, takes a file, leaves the page or signs out: other journeys try these acts. */
const ACTS =
  /supprimer|valider|enregistrer|envoyer|soumettre|signer|retourner|renvoyer|traiter|lancer|optimiser|simuler|calculer|importer|choisir un fichier|exporter|imprimer|télécharger|copier|retirer|rétablir|annuler|revu|revoir|inclure|exclure|déconnecter|appliquer|créer|ajouter|accepter|écarter|publier|marquer|réessayer|relancer|arrêter|fermer|remplir|monter|descendre/i;
/** How many buttons of a screen are tried. */
const MOST = 6;

interface Walker {
  page: Page;
  api: Asker;
  forbidden: string[];
  /** Calls that wait for their answer. */
  open: Set<Request>;
}

async function walkerOf(context: BrowserContext, user: string): Promise<Walker> {
  const page = await context.newPage();
  const forbidden: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) forbidden.push(`${answer.request().method()} ${answer.url()}`);
  });
  const open = new Set<Request>();
  // The stream of live events never ends.
  const isCall = (request: Request) => /\/api\/(?!events)/.test(request.url());
  page.on('request', (request) => isCall(request) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const walker = { page, api: askAs(page), forbidden, open };
  await signIn(page, user);
  await settled(walker);
  return walker;
}

/** The addresses of every screen, for a project, its group and its operation. */
async function addresses(api: Asker): Promise<string[]> {
  const { data } = await api.get<{
    data: { _id: string; operation: string; project_group_id: string | null; working_phase: number | null }[];
  }>('/projects');
  const project = data.find(
    ({ working_phase, project_group_id }) => working_phase !== null && project_group_id,
  );
  const over = data.find(({ working_phase }) => working_phase === null);
  if (!project || !over) throw new Error('a project that is worked and one that is over');
  const operation = encodeURIComponent(project.operation);
  const parts = [
    '',
    '/dashboard',
    '/optimization',
    '/optimization/simple',
    '/rules',
    '/prices',
    '/reporting',
  ];
  return [
    ...['/operations', '/import', '/groups', '/settings', '/members', '/profile'],
    ...[...parts, '/results'].map((part) => `/project/${project._id}${part}`),
    ...['', '/dashboard', '/results'].map((part) => `/project/${over._id}${part}`),
    ...['', '/optimization', '/reporting'].map((part) => `/project-group/${project.project_group_id}${part}`),
    ...['', '/timeline', '/optimization', '/reporting', '/results'].map(
      (part) => `/operation/${operation}${part}`,
    ),
  ];
}

/** Waits until the screen has asked what it asks and shows what it got. */
async function settled({ page, open }: Walker): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await expect.poll(() => open.size).toBe(0);
}

/** Opens a screen, then what each of its first buttons opens, each closed again. */
async function walkScreen(walker: Walker, path: string): Promise<void> {
  const { page, open } = walker;
  open.clear();
  await page.goto(path);
  await settled(walker);
  const here = page.url();
  const buttons = page.getByRole('main').getByRole('button', { disabled: false });
  const names = await buttons.evaluateAll((found) =>
    found.map((one) => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? ''),
  );
  const opening = [...new Set(names)].filter((name) => name !== '' && !ACTS.test(name)).slice(0, MOST);
  for (const name of opening) {
    const button = page.getByRole('main').getByRole('button', { name, exact: true, disabled: false }).first();
    // What an earlier one has closed or covered is not there to be tried.
    await button.click({ timeout: 2000 }).catch(() => {});
    await page.keyboard.press('Escape');
    if (page.url() === here && (await page.getByRole('dialog').count()) === 0) continue;
    open.clear();
    await page.goto(path);
    await settled(walker);
  }
  await settled(walker);
  expect(page.url(), path).not.toContain('/auth-info');
}

/** A button that somebody may not press: there, disabled, and saying why. */
async function refusedWithReason(walker: Walker, path: string, name: string | RegExp): Promise<void> {
  const { page, open } = walker;
  open.clear();
  await page.goto(path);
  await settled(walker);
  const button = page.getByRole('button', { name }).first();
  await expect(button, `${path} : ${name}`).toBeDisabled();
  const titled = await button.evaluate((one) => one.closest('[title]')?.getAttribute('title') ?? '');
  const beside = await page.getByText(/Votre rôle ne permet pas|dépasse votre périmètre/).count();
  expect(titled !== '' || beside > 0, `${path} : ${name} says why`).toBe(true);
}

interface RoleWalk {
  role: string;
  user: string;
  /** What she is narrowed to meanwhile. */
  perimeter?: object;
  /** Buttons by the address of their screen. */
  refused: readonly [string, string | RegExp][];
}

/** By role: who, and what she may not do, where. `project`: the first project that is worked. */
const ROLES: readonly RoleWalk[] = [
  {
    role: 'a reader without costs',
    user: USERS.reader,
    refused: [
      ['/operations', 'Nouvelle opération'],
      ['/operations', 'Importer un projet'],
      ['/import', /Choisir des fichiers/],
      ['{project}/rules', 'Nouvelle règle'],
    ],
  },
  { role: 'a merchandiser', user: USERS.merchandiser, refused: [['/import', /Choisir des fichiers/]] },
  {
    ...{ role: 'a merchandiser limited to a brand', user: USERS.merchandiser },
    perimeter: { project_groups: [], fields: [{ field: 'brand', values: ['Aurelle'] }] },
    refused: [['{project}', /^(Soumettre|Valider) .*démarque/]],
  },
  { role: 'a manager', user: USERS.manager, refused: [] },
  { role: 'somebody who brings the data', user: DATA, refused: [] },
];

for (const { role, user, perimeter = null, refused } of ROLES)
  test(`${role} walks every screen without a call that is forbidden, and reads why what she may not do is disabled`, async ({
    browser,
  }) => {
    test.setTimeout(1_200_000);
    const lead = await walkerOf(await browser.newContext(), USERS.lead);
    const { data } = await lead.api.get<{ data: { user_id: string; email: string }[] }>('/members');
    const member = data.find(({ email }) => email === user)?.user_id;
    if (perimeter) await lead.api.send('PUT', `/members/${member}`, { perimeter });
    const walker = await walkerOf(await browser.newContext(), user);
    try {
      const paths = await addresses(walker.api);
      for (const path of paths) {
        await walkScreen(walker, path);
        expect(walker.forbidden, path).toEqual([]);
      }
      const project = paths.find((path) => path.startsWith('/project/')) ?? '';
      for (const [path, name] of refused)
        await refusedWithReason(walker, path.replace('{project}', project), name);
      expect(walker.forbidden).toEqual([]);
    } finally {
      if (perimeter) await lead.api.send('PUT', `/members/${member}`, { perimeter: null });
      for (const { page } of [lead, walker]) await page.context().close();
    }
  });
