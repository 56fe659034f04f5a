// A module as what it declares, imports and publishes: the pieces that reach.mjs follows.
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { declaredNames, references } from './references.mjs';

const TYPES = new Set(['TSTypeAliasDeclaration', 'TSInterfaceDeclaration']);

function importsOf(statement, module) {
  const from = statement.source.value;
  for (const one of statement.specifiers) {
    const name = one.type === 'ImportDefaultSpecifier' ? 'default' : (one.imported?.name ?? '*');
    module.imports.set(one.local.name, { from, name });
  }
  if (statement.importKind !== 'type') module.loads.add(from);
}

function exportsOf(statement, module) {
  const from = statement.source?.value;
  if (statement.type === 'ExportAllDeclaration') {
    if (statement.exported) module.exports.set(statement.exported.name, { from, name: '*' });
    else module.stars.add(from);
  } else
    for (const one of statement.specifiers) {
      const name = one.local.name;
      module.exports.set(one.exported.name, from ? { from, name } : { local: name });
    }
  if (from && statement.exportKind !== 'type') module.loads.add(from);
}

/** One entry for each name declared; destructured names share theirs. A type merged with a value is one. */
function declare(statement, module, lines, exported) {
  const parts = statement.type === 'VariableDeclaration' ? statement.declarations : [statement];
  for (const [index, part] of parts.entries()) {
    const names =
      part.type === 'VariableDeclarator'
        ? declaredNames({ type: 'VariableDeclaration', declarations: [part] })
        : declaredNames(part);
    const used = references(part);
    for (const [place, name] of names.entries()) {
      const before = module.declarations.get(name);
      module.declarations.set(name, {
        name,
        type: TYPES.has(statement.type) && (before?.type ?? true),
        line: lines.at,
        lines: (index === 0 && place === 0 ? lines.count : 0) + (before?.lines ?? 0),
        names: new Set([...used.names, ...(before?.names ?? [])]),
        paths: new Set([...used.paths, ...(before?.paths ?? [])]),
      });
      if (exported) module.exports.set(exported === 'default' ? 'default' : name, { local: name });
    }
  }
}

/** Reads the module at `path`. Throws on what does not parse. */
export function readModule(path) {
  const text = readFileSync(path, 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const module = {
    path,
    program,
    total: lineOf(text.length),
    imports: new Map(),
    exports: new Map(),
    stars: new Set(),
    loads: new Set(),
    declarations: new Map(),
    effects: [],
  };
  for (const [, from, name] of text.matchAll(/\bimport\('([^']+)'\)\.(\w+)/g))
    module.imports.set(`import('${from}').${name}`, { from, name });
  let last = 0;
  for (const statement of program.body) {
    const end = lineOf(statement.end);
    const lines = { at: lineOf(statement.start), count: end - last };
    last = end;
    const inner = statement.declaration;
    if (statement.type === 'ImportDeclaration') importsOf(statement, module);
    else if (statement.type === 'ExportDefaultDeclaration') {
      if (declaredNames(inner).length > 0) declare(inner, module, lines, 'default');
      else {
        const entry = {
          name: 'default',
          type: false,
          line: lines.at,
          lines: lines.count,
          ...references(inner),
        };
        module.declarations.set('default', entry);
        module.exports.set('default', { local: 'default' });
      }
    } else if (/^Export/.test(statement.type)) {
      if (inner) declare(inner, module, lines, true);
      else exportsOf(statement, module);
    } else if (declaredNames(statement).length > 0) declare(statement, module, lines, false);
    else module.effects.push({ statement, ...references(statement) });
  }
  return module;
}
