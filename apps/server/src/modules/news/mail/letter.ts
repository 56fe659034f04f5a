import { countOf } from '@palier/domain';
import { escapeHtml } from '../../../http/html.ts';
import type { SaidNews } from '../service.ts';

interface Written {
  subject: string;
  text: string;
  html: string;
}

/** Groups that one mail names; the bell has the others. */
const MAX_SAID = 30;

/** A mail of news: sentences and addresses, no figure of money, so that anybody who may see the place may read it. */
export function writeLetter(
  said: readonly SaidNews[],
  { kind, public_url, name }: { kind: 'now' | 'digest'; public_url: string; name: string },
): Written {
  const [first] = said;
  const count = countOf(said.length, 'nouvelle');
  const alone = kind === 'now' && said.length === 1 && first;
  const subject = alone ? first.sentence : `${count} sur Palier`;
  const choices = choicesUrl(public_url);
  const shown = said.slice(0, MAX_SAID);
  const left = said.length - shown.length;
  const hello = `Bonjour ${name},`;
  const intro = kind === 'digest' ? 'Voici ce qui vous concerne depuis hier.' : 'Ceci vous concerne.';
  const more = left > 0 ? `Et ${countOf(left, 'autre')}, sous la cloche de Palier.` : null;
  const foot = 'Vous choisissez ce que vous recevez dans votre profil :';
  const lines = shown.map((one) => ({
    text: lineOf(one),
    url: `${public_url}${one.path}`,
    comment: commentOf(one),
  }));
  const text = [
    hello,
    intro,
    ...lines.map(({ text, url, comment }) =>
      [`- ${text}`, ...(comment ? [`  « ${comment} »`] : []), `  ${url}`].join('\n'),
    ),
    ...(more ? [more] : []),
    `${foot}\n${choices}`,
  ].join('\n\n');
  const items = lines.map(
    ({ text, url, comment }) =>
      `<li style="margin:0 0 12px"><a href="${escapeHtml(url)}">${escapeHtml(text)}</a>${comment ? `<br>«&#8239;${escapeHtml(comment)}&#8239;»` : ''}</li>`,
  );
  const html = `<!doctype html><html lang="fr"><body style="font:15px/1.5 sans-serif;color:#1b2436">
<p>${escapeHtml(hello)}</p><p>${intro}</p><ul style="padding-left:20px">${items.join('\n')}</ul>${more ? `<p>${escapeHtml(more)}</p>` : ''}
<p style="color:#5b6577;font-size:13px">${foot} <a href="${escapeHtml(choices)}">${escapeHtml(choices)}</a></p></body></html>`;
  return { subject, text, html };
}

/** Where a person chooses what she receives. */
export function choicesUrl(public_url: string): string {
  return `${public_url}/profile#nouvelles`;
}

function lineOf({ sentence, group }: SaidNews): string {
  const project = group.kind === 'data' && group.items.length > 1 ? null : group.items[0]?.project_name;
  return project ? `${sentence} (${project})` : sentence;
}

function commentOf({ group }: SaidNews): string | null {
  return group.items[0]?.details.comment ?? null;
}
