import { frenchMessages } from './french.ts';

/** Words of the shell and of what every screen shares. Features keep their own beside them. */
export const fr = frenchMessages({
  app: { name: 'Palier', skip: 'Aller au contenu', loading: 'Chargement…' },
  actions: {
    retry: 'Réessayer',
    cancel: 'Annuler',
    close: 'Fermer',
    save: 'Enregistrer',
    delete: 'Supprimer',
    back: 'Retour',
    next: 'Suivant',
    open: 'Ouvrir',
  },
  errors: {
    // Written as the specification has it, with a straight apostrophe.
    unknown: "Une erreur inconnue s'est produite",
    network: 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.',
    screen: 'Cet écran n’a pas pu être affiché',
    screenHelp:
      'Vos données enregistrées sont intactes. Rechargez la page ; si cela recommence, prévenez votre administrateur.',
    load: 'Ces données n’ont pas pu être chargées',
  },
  values: { missing: '-', unset: '(non renseigné)' },
});
