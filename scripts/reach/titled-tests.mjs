// The tests of a file whose title names a requirement, each with the code that it runs.
import { declaredNames, references } from './references.mjs';

const CALLS = /^(describe|it|test|suite)$/;

/** The call's root name: `it` of `it.skipIf(x)('…', …)`. */
function rootName(node) {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return rootName(node.object);
  if (node.type === 'CallExpression') return rootName(node.callee);
  if (node.type === 'TaggedTemplateExpression') return rootName(node.tag);
  return undefined;
}

function titleOf(node) {
  if (node?.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.cooked).join('…');
  return node?.type === 'Literal' ? String(node.value) : '';
}

function callOf(statement) {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : undefined;
  const name = call?.type === 'CallExpression' ? rootName(call.callee) : undefined;
  if (!name || !CALLS.test(name)) return undefined;
  const body = call.arguments.findLast((one) => /Function/.test(one.type));
  const isHook = call.callee.type === 'MemberExpression' && /^(before|after)/.test(call.callee.property.name);
  return isHook || !body ? undefined : { call, body, name, title: titleOf(call.arguments[0]) };
}

/** The test's names with those of the declarations around it that it uses, and of the hooks that set them. */
function withSurroundings(call, surroundings) {
  const used = references(call);
  const left = new Set(surroundings);
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const one of left)
      if ([...one.ties].some((name) => used.names.has(name))) {
        left.delete(one);
        for (const name of one.names) used.names.add(name);
        for (const path of one.paths) used.paths.add(path);
      }
  }
  return used;
}

function surroundingsOf(statements) {
  const own = new Set(statements.flatMap(declaredNames));
  return statements
    .filter((statement) => !callOf(statement))
    .map((statement) => {
      const used = references(statement);
      const declared = declaredNames(statement);
      return { ...used, ties: declared.length > 0 ? declared : [...used.names].filter((n) => own.has(n)) };
    });
}

/** `[{ title, ids, names, paths }]` for each test of the program that names a requirement. */
export function titledTests(program) {
  const found = [];
  const visit = (statements, title, outer) => {
    const surroundings = [...outer, ...surroundingsOf(statements)];
    for (const statement of statements) {
      const test = callOf(statement) ?? innerBlock(statement);
      if (!test) continue;
      const full = `${title} ${test.title}`.trim();
      const isGroup = test.name === 'describe' || test.name === 'suite' || /\.describe/.test(test.name);
      if (test.body.body?.type === 'BlockStatement' && (isGroup || isGroupCall(test.call)))
        visit(test.body.body.body, full, surroundings);
      else if (test.name === 'block') visit(test.body, title, surroundings);
      else {
        const ids = [...full.matchAll(/\[((?:[A-Z]{2,8}-\d{2,3}(?:,\s*)?)+)\]/g)].flatMap(([, list]) =>
          list.split(/,\s*/),
        );
        if (ids.length > 0) found.push({ title: full, ids, ...withSurroundings(test.call, surroundings) });
      }
    }
  };
  visit(program.body, '', []);
  return found;
}

/** Tests written in a loop or under a condition. */
function innerBlock(statement) {
  const body = /^(For|While)/.test(statement.type) ? statement.body : statement.consequent;
  if (!body) return undefined;
  return { name: 'block', title: '', body: body.type === 'BlockStatement' ? body.body : [body] };
}

function isGroupCall(call) {
  let node = call?.callee;
  while (node?.type === 'MemberExpression' || node?.type === 'CallExpression') {
    if (node.property?.name === 'describe') return true;
    node = node.object ?? node.callee;
  }
  return false;
}
