import {
  API_BASE_PATH,
  ERRORS,
  POLICIES,
  ROUTE_LIST,
  type Route,
  routeErrors,
  sayCoverage,
  sayRight,
} from '@palier/contract';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;color:#0a113d;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1,h2{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #ccd}
details{border:1px solid #dde;border-radius:3px;margin:.5rem 0}summary{padding:.5rem .75rem;cursor:pointer}
details>div{padding:0 .75rem .75rem}code{font:14px ui-monospace,monospace}b.m{display:inline-block;width:4.5rem}
pre{background:#f4f5fa;padding:.75rem;overflow:auto;font-size:13px}em{color:#8a3a00;font-style:normal}`;

/** The API's description as one page without any other file: every route, its rights, its schemas, its errors. */
export function documentPage(document: Record<string, unknown>): string {
  const tags = [...new Set(ROUTE_LIST.map((route) => route.tag))];
  const sections = tags.map((tag) => {
    const routes = ROUTE_LIST.filter((route) => route.tag === tag);
    return `<h2>${html(tag)}</h2>${routes.map((route) => presentRoute(route, document)).join('')}`;
  });
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8"><title>API de Palier</title>
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>API de Palier</h1><p>Chaque appel porte <code>Authorization: Bearer …</code>. La même description pour les
outils : <a href="${API_BASE_PATH}/openapi.json">openapi.json</a>.</p>${sections.join('')}</body></html>`;
}

function presentRoute(route: Route, document: Record<string, unknown>): string {
  const path = `${route.base ?? API_BASE_PATH}${route.path}`;
  const errors = routeErrors(route).map(
    (code) => `<li>${ERRORS[code].status} <code>${code}</code> ${html(ERRORS[code].message)}</li>`,
  );
  const missing = route.implemented ? '' : ' <em>(pas encore disponible)</em>';
  return `<details id="${route.id}"><summary><b class="m">${route.method}</b><code>${html(path)}</code> ${html(route.summary)}${missing}</summary>
<div><p>${html(POLICIES[route.permission])} ${html(sayRight(route.right))}${html(sayCoverage(route.covers))}</p>${presentOperation(document, path, route)}
<p>Erreurs :</p><ul>${errors.join('')}</ul></div></details>`;
}

/** Parameters, body and answer as the OpenAPI document says them. */
function presentOperation(document: Record<string, unknown>, path: string, route: Route): string {
  const paths = document.paths as Record<string, Record<string, Record<string, unknown>>> | undefined;
  const operation =
    paths?.[path]?.[route.method.toLowerCase()] ?? paths?.[route.path]?.[route.method.toLowerCase()];
  const { parameters, requestBody, responses } = operation ?? {};
  const success = Object.entries((responses ?? {}) as Record<string, unknown>).filter(([status]) =>
    status.startsWith('2'),
  );
  return [
    ['Paramètres', Array.isArray(parameters) && parameters.length > 0 ? parameters : undefined],
    ['Contenu', requestBody],
    ['Réponse', Object.fromEntries(success)],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([title, value]) => `<p>${title} :</p><pre>${html(JSON.stringify(value, null, 1))}</pre>`)
    .join('');
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
