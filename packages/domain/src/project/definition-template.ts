/**
 * An example of a file of project definitions, as people download it and as docs/formats.md describes it: a row a
 * project, a column a phase. The server's reader takes it as it is.
 */
const ROWS = [
  [
    ...['nom', 'rayon', 'groupe', 'mene_le_groupe', 'pilote', 'date_demarque_1', 'date_demarque_2'],
    ...['date_demarque_3', 'date_fin', 'taux', 'champ_selection', 'valeurs_selection', 'codes_produit'],
  ],
  [
    ...['Soldes hiver/Femme/Robes', 'Femme', 'femme', 'oui', '', '06/01/2027', '20/01/2027'],
    ...['27/01/2027', '02/02/2027', '20|30|40|50', 'family', 'Robes|Jupes', ''],
  ],
  [
    ...['Soldes hiver/Femme/Accessoires', 'Femme', 'femme', 'non', '', '06/01/2027', '20/01/2027'],
    ...['', '02/02/2027', '20|30|40', '', '', 'AC-1001|AC-1002'],
  ],
];

export const DEFINITION_TEMPLATE = `\ufeff${ROWS.map((row) => row.join(';')).join('\r\n')}\r\n`;
