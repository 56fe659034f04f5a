/** A cloth colour: French name, screen colour, how common it is. */
export interface ClothColor {
  name: string;
  hex: string;
  weight: number;
}

const color = (name: string, hex: string, weight: number): ClothColor => ({ name, hex, weight });

export const CLOTH_COLORS: readonly ClothColor[] = [
  color('Noir', '#2A2B33', 10),
  color('Marine', '#28366B', 9),
  color('Écru', '#E3D7C1', 8),
  color('Blanc cassé', '#F3EFE6', 7),
  color('Vert sauge', '#9DB39A', 6),
  color('Terracotta', '#C46A4A', 6),
  color('Bleu ciel', '#9CBBDD', 6),
  color('Bleu', '#5B84B8', 5),
  color('Camel', '#CDB48E', 6),
  color('Rose poudré', '#DFA6AC', 5),
  color('Kaki', '#7C8052', 5),
  color('Gris perle', '#B9BCC4', 5),
  color('Anthracite', '#4A4C57', 5),
  color('Bordeaux', '#7A2E3B', 4),
  color('Corail', '#E2725B', 4),
  color('Jaune paille', '#EAD28A', 3),
  color('Ocre', '#C99A3F', 3),
  color('Vert forêt', '#3F5F52', 4),
  color('Lavande', '#B3A7CF', 3),
  color('Bleu canard', '#2F6F78', 3),
  color('Chocolat', '#5D4336', 4),
  color('Rouge', '#B83A3A', 3),
  color('Lilas', '#C9A9C6', 2),
  color('Menthe', '#B5D6C6', 2),
  color('Moutarde', '#C7A03C', 2),
  color('Fuchsia', '#B8407A', 2),
];

/** Leather keeps to these. */
export const LEATHER_COLORS: readonly ClothColor[] = CLOTH_COLORS.filter((one) =>
  [
    'Noir',
    'Camel',
    'Chocolat',
    'Écru',
    'Bordeaux',
    'Marine',
    'Terracotta',
    'Vert forêt',
    'Blanc cassé',
  ].includes(one.name),
);
/** Denim keeps to these. */
export const DENIM_COLORS: readonly ClothColor[] = [
  color('Brut', '#2C3B5E', 4),
  color('Bleu délavé', '#7C9BC0', 4),
  color('Bleu moyen', '#4F6F9F', 5),
  color('Noir', '#2A2B33', 3),
  color('Écru', '#E3D7C1', 2),
];
