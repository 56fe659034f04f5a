import { chromium } from 'playwright';
import { signIn } from '../apps/server/src/identity/test/broker-fixture.ts';
const origin = 'http://localhost:4320';
const kill = setTimeout(() => process.exit(2), 240000);
const { tokens } = await signIn({ origin, identity: { demoSignIn: { password: 'palier-e2e' } } } as never, 'claire.vasseur@maison-brume.fr');
const ask = async (path: string) => (await fetch(`${origin}/api${path}`, { headers: { authorization: `Bearer ${tokens.access_token}` } })).json();
const projects = (await ask('/projects')).data;
for (const p of projects) console.log(p._id, p.name, p.path, p.working_phase, p.status);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await b.newPage({ viewport: { width: 1366, height: 768 } });
page.setDefaultTimeout(15000);
await page.goto(origin);
await page.locator('input[name=email][value="claire.vasseur@maison-brume.fr"]').check({ force: true });
await page.locator('input[type=password]').fill('palier-e2e');
await page.keyboard.press('Enter');
await page.waitForTimeout(8000);
const id = projects.find((p: any) => p.working_phase === 0 || p.working_phase === 1)?._id ?? projects[0]._id;
const shots: [string, string][] = [['home', '/'], ['overview', `/project/${id}`], ['listing', `/project/${id}/listing`], ['optim', `/project/${id}/optimization`], ['reporting', `/project/${id}/reporting`], ['rules', `/project/${id}/rules`], ['prices', `/project/${id}/prices`], ['results', `/project/${id}/results`], ['departures', `/project/${id}/departures`], ['import', '/import'], ['news', '/news'], ['settings', '/settings']];
for (const [name, path] of shots) {
  for (const [w, h] of [[1366, 768], [1920, 1080]] as const) {
    await page.setViewportSize({ width: w, height: h });
    if (w === 1366) await page.goto(origin + path).catch((e) => console.log(name, e.message));
    await page.waitForTimeout(w === 1366 ? 3500 : 1200);
    await page.screenshot({ path: `/tmp/look/${name}-${w}.png` });
  }
  console.log(name, page.url());
}
await b.close(); clearTimeout(kill); process.exit(0);
