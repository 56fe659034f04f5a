import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../http/html.ts';
import { WEB_FOLDER } from '../web-folder.ts';
import { textFaceAddress, textFaceRule } from './text-face.ts';

const FACE = textFaceAddress(WEB_FOLDER);

const STYLE = `
${textFaceRule(FACE)}
:root { color-scheme: light; font: 13px/18px "Inter Variable", "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif; color: #0A113D; background: #F6F7FA; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; }
.bar { height: 48px; display: flex; align-items: center; gap: 8px; padding: 0 16px; background: #0A113D; color: #fff; font-size: 15px; line-height: 20px; font-weight: 600; }
main { width: 100%; max-width: 400px; margin: 0 auto; padding: 24px 16px; align-self: center; }
.card { background: #fff; border: 1px solid #E1E4EC; border-radius: 3px; padding: 24px; box-shadow: 0 1px 2px rgba(10, 17, 61, .08); }
h1 { margin: 0 0 4px; font-size: 18px; line-height: 24px; }
p { margin: 0; color: #5A6079; }
form { margin: 16px 0 0; }
#cancel { display: none; }
fieldset { margin: 0 0 16px; padding: 0; border: 0; }
legend, .name { display: block; padding: 0; margin: 0 0 4px; font-weight: 600; }
.user { position: relative; display: grid; grid-template-columns: 32px 1fr; gap: 0 8px; align-items: center; padding: 8px; border: 1px solid #C9CDDA; border-radius: 3px; cursor: pointer; }
.user + .user { margin-top: 4px; }
.user:hover { background: #F6F7FA; }
.user:has(:checked) { border-color: #0B7A55; background: #EAFBF4; box-shadow: inset 2px 0 0 #27DB9B; }
.user:has(:focus-visible) { outline: 2px solid #0B7A55; outline-offset: 1px; }
.user input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.user i { grid-row: span 2; width: 32px; height: 32px; border-radius: 50%; display: grid; place-items: center; background: #27DB9B; font-style: normal; font-weight: 600; font-size: 12px; }
.user b { font-weight: 600; }
.user small { font-size: 12px; line-height: 16px; color: #5A6079; overflow-wrap: anywhere; }
input[type=password] { width: 100%; height: 32px; padding: 0 8px; border: 1px solid #C9CDDA; border-radius: 3px; background: #fff; color: inherit; font: inherit; }
:is(input, button, a):focus-visible { outline: 2px solid #0B7A55; outline-offset: 1px; }
.hint { margin: 4px 0 0; font-size: 12px; line-height: 16px; }
.error { margin: 16px 0 0; padding: 8px; border-left: 3px solid #FF5252; border-radius: 3px; background: #FFEFEF; color: #B3261E; }
.actions { display: flex; justify-content: flex-end; gap: 8px; margin-top: 16px; }
.button { display: inline-flex; align-items: center; height: 32px; padding: 0 12px; border: 1px solid #C9CDDA; border-radius: 3px; background: #fff; color: inherit; font: inherit; text-decoration: none; cursor: pointer; }
.button:hover { background: #F6F7FA; }
.primary, .primary:hover { border-color: #27DB9B; background: #27DB9B; color: #0A113D; font-weight: 600; }
`;

const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  ...(FACE === null ? [] : ["font-src 'self'"]),
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Headers of every page that the broker draws itself: never framed, never cached, no script. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': CONTENT_POLICY,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // Not no-referrer: the form's Origin header, which is checked, would be null.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** A whole page in the look of the application. `content` is HTML: escape what people typed. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="fr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Palier</title><style>${STYLE}</style></head>
<body>
<header class="bar"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="M1 3h6v5h6v5h6v4" fill="none" stroke="#27DB9B" stroke-width="2.6"/></svg><span>Palier</span></header>
<main><div class="card">${content}</div></main>
</body>
</html>`;
}

/** Why sign-in stopped, with a way back to the application. */
export function failurePage(title: string, explanation: string, home: string): string {
  return page(
    title,
    `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(explanation)}</p>
    <div class="actions"><a class="button primary" href="${escapeHtml(home)}">Revenir à Palier</a></div>`,
  );
}

export function sendPage(
  response: ServerResponse,
  status: number,
  html: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { ...PAGE_HEADERS, ...headers }).end(html);
}
