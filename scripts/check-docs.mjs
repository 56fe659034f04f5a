// Every link and every path that the documents name leads somewhere. Part of `npm run check`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, matchesGlob, posix } from 'node:path';
import process from 'node:process';
import { root } from './lib/setup.mjs';

const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
});
const files = listed.stdout.split('\n').filter((path) => path !== '' && existsSync(`${root}/${path}`));
const places = new Set(files.flatMap((path) => [path, ...foldersOf(path)]));

/** `a/b/c.ts` → `a/b`, `a`. */
function foldersOf(path) {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

/** A path of the repository rather than an address, a command or a figure. */
const FOLDER = /^(apps|docs|e2e|lab|packages|scripts|\.ci)\//;
const FILE = /^[\w.*{},-]+(\/[\w.*{},-]+)*\.(tsx?|mjs|cjs|css|grit|md)$/;

/** `<name>` stands for any. */
const isPath = (text) => !text.includes('<') && (FOLDER.test(text) || FILE.test(text));

/** Whether a path in backticks names a file or folder: whole, or by its end (`demand/fit.ts`). */
function isFound(path, document) {
  const end = path.replace(/\/$/, '');
  const beside = posix.normalize(posix.join(dirname(document), end));
  if (places.has(end) || places.has(beside)) return true;
  return files.some((file) => matchesGlob(file, end) || matchesGlob(file, `**/${end}`));
}

/** The anchors of a document, as GitHub makes them of its headings. */
function anchorsOf(document) {
  const headings = readFileSync(`${root}/${document}`, 'utf8').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, text]) => slug(text)));
}

const slug = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

function linkFault(link, document) {
  if (/^[a-z]+:/.test(link)) return null;
  const [path, anchor] = link.split('#');
  const target = path ? posix.normalize(posix.join(dirname(document), path)) : document;
  if (!places.has(target.replace(/\/$/, ''))) return `${link} leads nowhere`;
  if (anchor && target.endsWith('.md') && !anchorsOf(target).has(anchor)) return `${link}: no such heading`;
  return null;
}

function faultsOf(document) {
  const prose = readFileSync(`${root}/${document}`, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => linkFault(link, document));
  const paths = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, path]) => path);
  const lost = paths.filter((path) => isPath(path) && !isFound(path, document));
  return [...links.filter((fault) => fault !== null), ...lost.map((path) => `\`${path}\` does not exist`)];
}

/** Pages that lead through the code, and their names of functions, types and constants: `closePhase`, `WHOLE_TABLES`. */
const GUIDES = /^(ARCHITECTURE|docs\/(where|adding-a-field|mechanisms\/[\w-]+))\.md$/;
const NAME =
  /`#?((?:[\w$]+\.)*(?:[a-z]\w*[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z\d_]+|[A-Z][a-z]\w*[A-Z]\w*))(?:\(\))?`/g;
const words = new Set(
  files
    .filter((path) => /^(apps|packages|lab|scripts|e2e)\/.*\.(tsx?|mjs)$/.test(path))
    .flatMap((path) => readFileSync(`${root}/${path}`, 'utf8').match(/[\w$]+/g) ?? []),
);

/** What a guide names and the code does not have any more. */
function nameFaults(document) {
  if (!GUIDES.test(document)) return [];
  const prose = readFileSync(`${root}/${document}`, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const names = [...prose.matchAll(NAME)].map(([, name]) => name);
  const lost = names.filter((name) => !name.split('.').every((part) => words.has(part)));
  return [...new Set(lost)].map((name) => `${document}: nothing is called \`${name}\` in the code`);
}

/** Two decisions may not bear the same number. */
function numberFaults() {
  const numbers = files.flatMap((path) => /^docs\/decisions\/(\d+)-/.exec(path)?.[1] ?? []);
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  return twice.map((number) => `docs/decisions: two decisions are number ${number}`);
}

const documents = files.filter((path) => path.endsWith('.md'));
const faults = [
  ...documents.flatMap((document) => faultsOf(document).map((fault) => `${document}: ${fault}`)),
  ...documents.flatMap(nameFaults),
  ...numberFaults(),
];
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
