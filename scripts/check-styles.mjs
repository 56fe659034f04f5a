// Styles keep to the tokens, to names that tell, and to their component: what CONTRIBUTING says of them.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import process from 'node:process';

const root = resolve(import.meta.dirname, '..');
const web = join(root, 'apps/web/src');
const TOKENS = 'ui/styles/tokens.css';
/** Sheets whose classes are everybody's; the grid's, because its rows are written without React. */
const GLOBAL = /^ui\/(styles\/[\w-]+|grid\/grid)\.css$/;
/** Names of libraries, which give their parts classes of their own. */
const FOREIGN = /^(rule|ruleGroup(-header|-body)?|nav|day)$/;
const SHORTEST = 4;

const faults = [];
const fault = (file, text) => faults.push(`${relative(root, join(web, file))} : ${text}`);

/** A sheet without its comments, its strings emptied. */
function readSheet(file) {
  return readFileSync(join(web, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"/g, '""');
}

/** Preludes of its rules (selectors) and of its at-rules. */
function preludesOf(sheet) {
  return [...sheet.matchAll(/([^{};]+)\{/g)].map(([, prelude]) => prelude.trim());
}

function classesIn(selector) {
  return [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name]) => name);
}

const sheets = globSync('**/*.css', { cwd: web }).sort();
const code = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(web, file), 'utf8') }));
/** Parts of the kit, by the name that their component gives them. */
const kit = new Set(
  code.flatMap(({ text }) =>
    [...text.matchAll(/'?data-kit'?(?:=|: )["']([\w-]+)["']/g)].map(([, part]) => part),
  ),
);
const shared = new Set();
const modules = new Map();
/** Lengths in px outside the tokens, with where they are written: the measure of one place is its own. */
const lengths = new Map();

for (const file of sheets) {
  const sheet = readSheet(file);
  const selectors = preludesOf(sheet).filter(
    (prelude) => !prelude.startsWith('@') && !/^(from|to|[\d.]+%)/.test(prelude),
  );
  const isModule = file.endsWith('.module.css');
  if (!isModule && !GLOBAL.test(file))
    fault(file, 'une feuille hors de ui/styles est un module (« .module.css »)');
  const globals = selectors.flatMap((selector) =>
    isModule
      ? [...selector.matchAll(/:global\(([^)]*)\)/g)].flatMap(([, inner]) => classesIn(inner))
      : classesIn(selector),
  );
  const locals = isModule
    ? selectors.flatMap((selector) => classesIn(selector.replace(/:global\([^)]*\)/g, '')))
    : [];
  if (isModule) modules.set(file, { locals: new Set(locals), globals: new Set(globals) });
  else for (const name of globals) shared.add(name);
  for (const name of new Set([...locals, ...(isModule ? [] : globals)]))
    if (name.length < SHORTEST && !FOREIGN.test(name))
      fault(file, `la classe « ${name} » ne dit pas ce qu'elle habille`);
  if (file === TOKENS) continue;
  for (const [value] of sheet.matchAll(
    /(?<![\w-])(#[0-9a-f]{3,8}\b|(rgba?|hsla?|oklch|lab)\([^)]*\)|(?<=:[^;{]*\s)(white|black)\b)/gi,
  ))
    fault(file, `la couleur ${value} n'est pas dans ${TOKENS}`);
  for (const [, part] of readFileSync(join(web, file), 'utf8').matchAll(/\[data-kit="([\w-]+)"\]/g))
    if (!kit.has(part)) fault(file, `aucune pièce de ui ne s'appelle « ${part} » (data-kit)`);
  for (const [value] of sheet.matchAll(/@media[^{]*(width|height)[^{]*/g))
    fault(file, `« ${value.trim()} » : largeurs et hauteurs ont un nom, dans ui/breakpoints.ts`);
  for (const [value] of sheet.matchAll(/z-index:\s*\d+/g))
    fault(file, `« ${value} » : les étages sont dans ${TOKENS}`);
  for (const [value] of sheet.matchAll(/font(-size)?:[^;]*\dpx/g))
    fault(file, `« ${value} » : les tailles de texte sont dans ${TOKENS}`);
  for (const [value] of sheet.matchAll(/(?<![\w.])\d*\.?\d+px/g))
    lengths.set(value, [...(lengths.get(value) ?? []), file]);
}

for (const [file, { locals, globals }] of modules) {
  for (const name of globals)
    if (!shared.has(name) && !FOREIGN.test(name)) fault(file, `la classe globale « ${name} » n'existe pas`);
  const used = new Set();
  let open = false;
  for (const { file: user, text } of code) {
    for (const [, ident, path] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      if (join(dirname(user), path) !== file) continue;
      // Read by a name known when it runs, or handed on whole: every class may be used.
      if (new RegExp(`\\b${ident}\\[|[=(:]\\s*\\{?${ident}\\b(?![.\\w])`).test(text)) open = true;
      for (const [, name] of text.matchAll(new RegExp(`(?<![\\w./-])${ident}\\.(\\w+)`, 'g'))) {
        used.add(name);
        if (!locals.has(name)) fault(user, `« ${ident}.${name} » : ${file} n'a pas cette classe`);
      }
    }
  }
  if (!open)
    for (const name of locals) if (!used.has(name)) fault(file, `la classe « ${name} » ne sert à personne`);
}

/** « grade-${letter} »: every class that begins so may be meant. */
const prefixes = code.flatMap(({ text }) =>
  [...text.matchAll(/(?<![\w-])([a-z][\w-]*-)\$\{/g)].map(([, prefix]) => prefix),
);
const written = code.map(({ text }) => text).join('\n');
const named = new Set([...[...modules.values()].flatMap(({ globals }) => [...globals])]);
for (const name of shared)
  if (
    !named.has(name) &&
    !prefixes.some((prefix) => name.startsWith(prefix)) &&
    !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(written)
  )
    fault('ui/styles', `la classe « ${name} » ne sert à personne`);
for (const { file, text } of code)
  for (const [, words] of text.matchAll(/\b(?:className|\w+Class)="([^"]*)"/g))
    for (const name of words.split(/\s+/).filter(Boolean))
      if (!shared.has(name)) fault(file, `la classe « ${name} » n'existe pas`);

for (const [value, places] of lengths)
  if (places.length > 1)
    faults.push(`${value} est écrit dans ${places.join(' et ')} : prenez un jeton (${TOKENS})`);
if (!existsSync(join(web, TOKENS))) faults.push(`${TOKENS} manque`);
for (const text of faults) console.error(text);
process.exit(faults.length > 0 ? 1 : 0);
