/** The headings of every file, as a French customer would send them (docs/formats.md). */
export const HEADINGS = {
  places: 'code;nom;type;pays;ville\n',
  items:
    'code_produit;sku;libellé;marque;rayon;famille;sous_famille;couleur;taille;fournisseur;saison;dernière_saison;' +
    'date_mise_en_vente;prix_ttc;prix_ht;prix_revient;remise_fournisseur;photo;étiquettes;clé_de_classement;' +
    'ligne_produit;matière;motif;couleur_hex\n',
  sales: 'date;sku;magasin;quantité;montant_ttc;motif_remise\n',
  weekly_sales: 'semaine_du;code_produit;quantité;montant_ttc\n',
  stock: 'date;sku;code_lieu;quantité\n',
  past_stock: 'date_stock;sku;code_lieu;stock\n',
  prices: 'code_produit;tarif;date_début;prix_ttc;prix_ht\n',
  orders: 'sku;date_prévue;quantité;entrepôt\n',
} as const;

export const PLACE_KIND = { store: 'magasin', warehouse: 'entrepôt', web: 'web' } as const;
