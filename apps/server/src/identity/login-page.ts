import { countOf } from '@palier/domain';
import { escapeHtml } from '../http/html.ts';
import { page } from './page.ts';

/** Somebody offered on the demo sign-in page. */
export interface OfferedUser {
  email: string;
  name: string;
  organization_name: string;
}

export interface LoginPage {
  /** Path the form is posted to. */
  action: string;
  users: readonly OfferedUser[];
  selected_email: string | undefined;
  error: string | undefined;
}

/** The demo sign-in page: who, the password printed at start, and a way out. Works without script and at 400 by 600. */
export function loginPage({ action, users, selected_email: selected, error }: LoginPage): string {
  const chosen = users.some(({ email }) => email === selected) ? selected : users[0]?.email;
  return page(
    'Connexion',
    `<h1>Connexion</h1><p>Choisissez un utilisateur de démonstration.</p>
    ${error ? `<p class="error" role="alert">${escapeHtml(error)}</p>` : ''}
    <form method="post" action="${escapeHtml(action)}">
      <fieldset><legend>Utilisateur</legend>${users.map((user) => offer(user, user.email === chosen)).join('')}</fieldset>
      <label class="name" for="password">Mot de passe</label>
      <input type="password" id="password" name="password" autocomplete="current-password" autofocus aria-describedby="hint">
      <p class="hint" id="hint">Il est affiché au démarrage du serveur.</p>
      <div class="actions"><button class="button" form="cancel">Annuler</button><button class="button primary">Se connecter</button></div>
    </form>
    <form method="post" id="cancel" action="${escapeHtml(action)}"><input type="hidden" name="cancel" value="1"></form>`,
  );
}

function offer({ email, name, organization_name }: OfferedUser, checked: boolean): string {
  const initials = name
    .split(' ')
    .map((part) => part.charAt(0))
    .join('');
  return `<label class="user"><input type="radio" name="email" value="${escapeHtml(email)}"${checked ? ' checked' : ''}>
    <i aria-hidden="true">${escapeHtml(initials)}</i><b>${escapeHtml(name)}, ${escapeHtml(organization_name)}</b><small>${escapeHtml(email)}</small></label>`;
}

/** « Réessayez dans 8 secondes. » */
export function waitSentence(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'seconde'] : [Math.ceil(seconds / 60), 'minute'];
  return `Réessayez dans ${countOf(count, unit)}.`;
}
