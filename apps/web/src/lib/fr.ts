/** Sentences that several screens show, word for word; every other stands where it is shown. */
export const fr = {
  errors: {
    // Written as the specification has it, with a straight apostrophe.
    unknown: "Une erreur inconnue s'est produite",
    network: 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.',
    load: 'Ces données n’ont pas pu être chargées',
  },
};
