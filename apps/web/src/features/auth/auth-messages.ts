import { french } from '../../lib/french.ts';
import type { SessionError } from '../../lib/session/session-error.ts';

const problems = {
  forbidden: {
    title: 'Accès refusé',
    text: 'Si vous devez avoir cet accès, demandez-le à votre administrateur.',
  },
  access_denied: {
    title: 'Connexion annulée',
    text: 'La connexion a été annulée, ou refusée par votre fournisseur d’identité.',
  },
  cancelled: {
    title: 'Fenêtre fermée',
    text: 'La fenêtre de connexion a été fermée avant la fin.',
  },
  popup_open: {
    title: 'Fenêtre bloquée',
    text: 'Votre navigateur a bloqué la fenêtre de connexion. Autorisez-la, ou connectez-vous dans cette page.',
  },
  timeout: {
    title: 'Connexion trop longue',
    text: 'Le service de connexion n’a pas répondu à temps. Réessayez dans un instant.',
  },
  unavailable: {
    title: 'Service de connexion injoignable',
    text: 'Le service de connexion ne répond pas. Vérifiez votre réseau, puis réessayez.',
  },
  state: {
    title: 'Connexion périmée',
    text: 'Cette réponse de connexion a déjà servi ou ne correspond à aucune demande de ce navigateur. Reconnectez-vous.',
  },
  expired: {
    title: 'Session terminée',
    text: 'Votre session est terminée. Reconnectez-vous pour continuer.',
  },
  signed_out: {
    title: 'Vous êtes déconnecté',
    text: 'Vous vous êtes déconnecté dans un autre onglet.',
  },
  mfa_required: {
    title: 'Second facteur demandé',
    text: 'Votre fournisseur d’identité demande une vérification supplémentaire. Reconnectez-vous pour la faire.',
  },
  insecure_origin: {
    title: 'Adresse non sécurisée',
    text: 'La connexion exige une adresse en https, ou http://localhost sur cette machine. Ouvrez Palier à son adresse habituelle.',
  },
  unknown: {
    title: 'Connexion impossible',
    text: 'La connexion a échoué. Réessayez ; si cela recommence, prévenez votre administrateur.',
  },
};

interface Problem {
  title: string;
  text: string;
}

const problemOfCode: Readonly<Record<string, Problem>> = {
  ...problems,
  state_mismatch: problems.state,
  missing_transaction: problems.state,
  login_required: problems.expired,
  consent_required: problems.expired,
  interaction_required: problems.expired,
  account_selection_required: problems.expired,
  missing_refresh_token: problems.expired,
};

/** Title and explanation, in French, of what went wrong. A refusal begins with the server's own sentence. */
export function explain({ code, message }: SessionError): Problem {
  const { title, text } = problemOfCode[code] ?? problems.unknown;
  return { title, text: french(code === 'forbidden' ? `${message} ${text}` : text) };
}
