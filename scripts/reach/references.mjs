// The names that a piece of syntax takes from outside itself, and the modules that it names by path.
import { visitorKeys } from 'oxc-parser';

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'TSDeclareFunction',
  'TSEmptyBodyFunctionExpression',
  'TSFunctionType',
  'TSConstructorType',
  'TSMethodSignature',
  'TSCallSignatureDeclaration',
  'TSConstructSignatureDeclaration',
  'TSIndexSignature',
]);
/** Nodes of which one child is a name and not a reference, unless computed. */
const NAMED_CHILD = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  AccessorProperty: 'key',
  TSAbstractMethodDefinition: 'key',
  TSAbstractPropertyDefinition: 'key',
  TSPropertySignature: 'key',
  TSMethodSignature: 'key',
  TSEnumMember: 'id',
  JSXMemberExpression: 'property',
  JSXAttribute: 'name',
  TSQualifiedName: 'right',
  TSNamedTupleMember: 'label',
  MetaProperty: 'property',
  LabeledStatement: 'label',
  BreakStatement: 'label',
  ContinueStatement: 'label',
};
const SCOPES = new Set(['BlockStatement', 'StaticBlock', 'SwitchStatement', 'CatchClause', 'TSModuleBlock']);

/** The names that a pattern binds: `{ a, b: [c] }` binds a and c. */
export function boundNames(pattern) {
  if (!pattern) return [];
  if (pattern.type === 'Identifier') return [pattern.name];
  if (pattern.type === 'ObjectPattern')
    return pattern.properties.flatMap((property) => boundNames(property.value ?? property.argument));
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap(boundNames);
  if (pattern.type === 'AssignmentPattern') return boundNames(pattern.left);
  if (pattern.type === 'RestElement') return boundNames(pattern.argument);
  if (pattern.type === 'TSParameterProperty') return boundNames(pattern.parameter);
  return [];
}

/** The names that a statement declares in its block. */
export function declaredNames(statement) {
  if (statement?.type === 'VariableDeclaration')
    return statement.declarations.flatMap((declarator) => boundNames(declarator.id));
  return /Declaration$|^TSDeclareFunction$/.test(statement?.type ?? '') && statement.id?.type === 'Identifier'
    ? [statement.id.name]
    : [];
}

function scopeOf(node) {
  if (FUNCTIONS.has(node.type)) {
    const params = node.params ?? node.parameters ?? [];
    const own = node.type === 'FunctionExpression' && node.id ? [node.id.name] : [];
    return [...own, ...params.flatMap(boundNames)];
  }
  if (node.type === 'CatchClause') return boundNames(node.param);
  if (node.type === 'SwitchStatement')
    return node.cases.flatMap((one) => one.consequent.flatMap(declaredNames));
  if (SCOPES.has(node.type)) return node.body.flatMap(declaredNames);
  if (/^For/.test(node.type)) return declaredNames(node.init ?? node.left);
  return [];
}

/**
 * What a node refers to: `names` not bound within it, `paths` of modules that it loads by name
 * (`import('./x.ts')`, `new URL('./worker.ts', …)`).
 */
export function references(root) {
  const names = new Set();
  const paths = new Set();
  const visit = (node, bound) => {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
      if (!bound.has(node.name)) names.add(node.name);
      if (node.typeAnnotation) visit(node.typeAnnotation, bound);
      return;
    }
    if (node.type === 'Literal' && /^\.{1,2}\/.*\.(tsx?|mjs)$/.test(String(node.value)))
      paths.add(node.value);
    const own = scopeOf(node);
    const scope = own.length > 0 ? new Set([...bound, ...own]) : bound;
    const skipped = node.computed ? undefined : NAMED_CHILD[node.type];
    for (const key of visitorKeys[node.type] ?? []) {
      if (key === skipped) continue;
      for (const child of [node[key]].flat()) if (child?.type) visit(child, scope);
    }
  };
  visit(root, new Set());
  return { names, paths };
}
