import { ROUTE_LIST, type Route } from '@palier/contract';
import type { TestApp } from '../../apps/server/src/test/app.ts';
import { choose, type Maker, makeValue, type Schema } from './values.ts';
import { HOSTILE_TEXTS } from './words.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema?: Schema;
  content?: { 'application/json': { schema: Schema } };
}
interface Operation {
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
/** The API's own document, as another program would read it. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

type InjectOptions = Parameters<TestApp['ask']>[1];

export interface Call {
  route: Route;
  request: InjectOptions & { url: string };
}

const BOUNDARY = 'frontiere';

/** A random call of the API: its address, query and body from the document, some of it hostile. */
export function makeCall(maker: Maker, document: ApiDocument): Call {
  const route = choose(maker.random, CALLABLE);
  if (!route) throw new Error('the contract has no route');
  const address = `${route.base ?? '/api'}${route.path}`;
  const operation = document.paths[address]?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${route.id} is not in the document`);
  const path = fillPath(maker, address, operation.parameters);
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || maker.random() < 0.4))
    .map((parameter) => `${parameter.name}=${encode(queryText(maker, parameter))}`)
    .join('&');
  return {
    route,
    request: {
      method: route.method,
      url: query ? `${path}?${query}` : path,
      ...bodyOf(maker, operation),
    },
  };
}

/** A stream never ends by itself: its door is tried by the tests of streams. */
const CALLABLE = ROUTE_LIST.filter(({ answer }) => answer !== 'events');

/** As encodeURIComponent, for texts that no UTF-8 has too. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** The last plain word of an address: what its ids are of. */
export const resourceOf = (path: string): string =>
  path
    .split('?')[0]
    ?.split('/')
    .filter((part) => /^[a-z_-]+$/.test(part))
    .at(-1) ?? '';

function fillPath(maker: Maker, address: string, parameters: readonly Parameter[]): string {
  let before = '';
  return address
    .split('/')
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) {
        before = part;
        return part;
      }
      if (maker.random() < maker.hostile) return encode(choose(maker.random, HOSTILE_TEXTS) ?? 'x');
      const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
      const word = schema.enum
        ? choose(maker.random, schema.enum)
        : maker.words.pick(name === 'id' ? before : name);
      return encode(plainText(word ?? 'x'));
    })
    .join('/');
}

function queryText(maker: Maker, { name, schema, content }: Parameter): string {
  const value = makeValue(maker, schema ?? content?.['application/json'].schema ?? {}, name);
  if (content) return JSON.stringify(value) ?? '';
  return Array.isArray(value) ? value.map(plainText).join(',') : plainText(value);
}

/** An object as JSON: its own `toString` may be anything. */
function plainText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function bodyOf(maker: Maker, { requestBody }: Operation): Pick<InjectOptions, 'payload' | 'headers'> {
  const json = requestBody?.content['application/json'];
  if (json) {
    const text = JSON.stringify(makeValue(maker, json.schema, 'body')) ?? 'null';
    const cut = maker.random() < maker.hostile / 4 ? text.slice(0, text.length / 2) : text;
    return { payload: cut, headers: { 'content-type': 'application/json' } };
  }
  const form = requestBody?.content['multipart/form-data'];
  return form ? formOf(maker, form.schema) : {};
}

/** Small files, most of them nonsense. */
const FILES: readonly [string, string][] = [
  ['articles.csv', 'code_produit;libellé;taille;prix_ttc;prix_revient\nR1;Robe;36;80;20\n'],
  ['demarques.csv', 'code_produit;démarque\nR1;30\nP1;37\n'],
  ['projets.json', '[{"name":"Op/Femme/Robes","phases":[{"name":"Un","start_date":"2026-07-01"}]}]'],
  ['vide.csv', ''],
  ['a\u0000b.xlsx', 'PK\u0003\u0004'],
  ['../../x.parquet', 'PAR1PAR1'],
  ['bruit.txt', '\ufffd;\u0000;"'],
];

function formOf(maker: Maker, schema: Schema): Pick<InjectOptions, 'payload' | 'headers'> {
  const fields = makeValue({ ...maker, hostile: maker.hostile / 2 }, schema, 'form');
  const parts = Object.entries(typeof fields === 'object' && fields !== null ? fields : {})
    .filter(([name]) => name !== 'uploadedFiles')
    .map(([name, value]) => part(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')));
  const [name, content] = choose(maker.random, FILES) ?? ['x', ''];
  if (maker.random() < 0.9) parts.push(part('uploadedFiles', content, name));
  return {
    payload: `${parts.join('')}--${BOUNDARY}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

function part(name: string, content: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
}
