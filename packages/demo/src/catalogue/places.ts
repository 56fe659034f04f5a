import type { PlaceDefinition } from './definitions.ts';

const place = (
  code: string,
  name: string,
  kind: PlaceDefinition['kind'],
  city: string,
  weight: number,
  country = 'FR',
): PlaceDefinition => ({ code, name, kind, city, weight, country });

/** `city:weight` or `city/quarter:weight`, in the order of opening. */
function shops(prefix: string, lines: string, country: string, first: number): PlaceDefinition[] {
  return lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [where = '', weight = '1'] = line.trim().split(':');
      const [city = '', quarter] = where.split('/');
      const code = `${prefix}${String(first + index).padStart(2, '0')}`;
      return place(code, quarter ? `${city} ${quarter}` : city, 'store', city, Number(weight), country);
    });
}

const BRUME_SHOPS = `
Paris/Rivoli:3.4
Paris/Haussmann:3.8
Paris/Saint-Germain:2.4
Paris/Passy:1.8
Paris/Bercy Village:1.6
Levallois-Perret/So Ouest:1.7
Puteaux/Westfield Les 4 Temps:2.9
Créteil/Créteil Soleil:1.8
Vélizy-Villacoublay/Vélizy 2:2.0
Rosny-sous-Bois/Rosny 2:1.7
Versailles:1.5
Saint-Germain-en-Laye:1.2
Serris/Val d’Europe:1.9
Évry-Courcouronnes/Le Spot:1.1
Lyon/République:2.6
Lyon/Part-Dieu:2.8
Marseille/Saint-Ferréol:1.7
Marseille/Terrasses du Port:2.1
Aix-en-Provence:1.7
Lille/Grande Chaussée:2.1
Villeneuve-d’Ascq/V2:1.5
Toulouse/Alsace-Lorraine:2.1
Toulouse/Blagnac:1.4
Bordeaux/Sainte-Catherine:2.4
Mérignac/Mérignac Soleil:1.2
Nantes/Crébillon:1.9
Nantes/Atlantis:1.4
Strasbourg:1.9
Rennes:1.6
Montpellier/Polygone:1.6
Nice/Médecin:1.8
Cagnes-sur-Mer/Polygone Riviera:1.2
Grenoble/Grand’Place:1.2
Dijon/Toison d’Or:1.2
Rouen:1.3
Caen:1.1
Le Havre/Docks Vauban:.9
Amiens:.9
Reims:1.1
Metz/Muse:1.1
Nancy/Saint-Sébastien:1.2
Mulhouse:.8
Besançon:.8
Clermont-Ferrand/Jaude:1.1
Saint-Étienne/Steel:.9
Annecy/Courier:1.2
Chambéry:.7
Valence:.7
Avignon/Cap Sud:.9
Nîmes:.7
Perpignan:.7
Toulon/Mayol:.9
Pau:.7
Bayonne:.9
La Rochelle:.9
Poitiers:.7
Tours/L’Heure Tranquille:1.1
Orléans/Place d’Arc:1.0
Angers:1.0
Le Mans:.8
Brest:.8`;

const BRUME_BELGIUM = `
Bruxelles/Rue Neuve:1.6
Namur:.7
Liège/Médiacité:.8`;

export const BRUME_PLACES: readonly PlaceDefinition[] = [
  place('ENT1', 'Entrepôt de Saran', 'warehouse', 'Saran', 0),
  place('WEB', 'maison-brume.fr', 'web', 'Saran', 0),
  ...shops('M', BRUME_SHOPS, 'FR', 1),
  ...shops('B', BRUME_BELGIUM, 'BE', 1),
  ...shops('L', 'Luxembourg/Cloche d’Or:1.1', 'LU', 1),
];

export const LISIERE_PLACES: readonly PlaceDefinition[] = [
  place('DEPOT', 'Dépôt de Roubaix', 'warehouse', 'Roubaix', 0),
  place('WEB', 'atelier-lisiere.fr', 'web', 'Roubaix', 0),
  ...shops(
    'A',
    `
Paris/Canal Saint-Martin:2.4
Paris/Abbesses:2.0
Lyon/Croix-Rousse:1.6
Bordeaux/Chartrons:1.3
Nantes/Bouffay:1.2
Lille/Vieux-Lille:1.3
Rennes:.9
Strasbourg/Krutenau:1.0
Marseille/Cours Julien:1.1
Toulouse/Carmes:1.1
Montpellier/Écusson:.8
Roubaix/Magasin d’usine:1.0`,
    'FR',
    1,
  ),
];
