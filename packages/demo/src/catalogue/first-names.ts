const list = (words: string): readonly string[] => words.trim().split(/\s+/);

export const WOMEN_NAMES = list(`
Adèle Agathe Albane Alix Alma Ambre Anaé Anaïs Anouk Apolline Ariane Astrid Athénaïs Aude Aurore Axelle Azélie
Bérénice Bertille Blanche Brune Camille Candice Capucine Cassandre Céleste Célia Chloé Clara Clarisse Clémence
Cléo Colette Coline Constance Coralie Daphné Delphine Diane Dorine Élise Éloïse Elsa Emma Emmy Esther Eugénie Éva
Fanny Faustine Félicie Flavie Flora Florine Garance Gabrielle Héloïse Hermine Hortense Inès Iris Isaure Isée Jade
Jeanne Joséphine Judith Julia Justine Kim Laure Léa Léna Léonie Léopoldine Lilas Lily Lina Lise Lison Loane Lola
Lou Louise Louna Lucie Ludivine Maé Maëlle Maïa Manon Margaux Margot Marianne Marine Mathilde Maya Mélodie Mia
Mila Mina Nathalie Nina Ninon Noémie Noor Océane Octavie Odile Olga Olympe Ondine Oriane Paloma Paola Pauline
Pénélope Perle Philippine Prune Rachel Romane Rosalie Rose Roxane Sabine Salomé Sandrine Sarah Séraphine Sidonie
Sixtine Solène Solveig Sophie Stella Suzanne Sybille Tess Thaïs Théa Valentine Valérie Victoire Violette Viviane
Wendy Yaël Ysée Zélie Zoé`);

export const MEN_NAMES = list(`
Achille Adrien Alban Alexis Amaury Anatole André Antoine Armand Arsène Arthur Aubin Auguste Aurélien Baptiste
Barnabé Basile Bastien Benoît Bertrand Blaise Camil Célestin César Charles Clément Côme Corentin Cyprien Damien
Denis Édouard Éliott Émile Ernest Étienne Eugène Fabien Félix Ferdinand Firmin Florent Gabin Gaël Gaspard Gaston
Gaultier Georges Grégoire Guilhem Gustave Guy Hector Henri Hippolyte Honoré Hugo Ilan Isidore Jacques Jean Joachim
Jonas Joseph Jules Lazare Léandre Léon Léopold Loïc Louis Lucas Lucien Malo Marceau Marcel Marin Marius Martin
Mathurin Maxence Mayeul Melchior Nathan Nils Noé Octave Oscar Paul Philémon Pierre Raphaël Rémi René Robin Roman
Sacha Samuel Siméon Simon Sylvain Tancrède Théo Thibault Titouan Tristan Ulysse Valentin Victor Vincent Yann Yves
Zacharie`);

export const CHILD_NAMES = list(`
Abeille Aristide Balthazar Biche Bosco Bulle Cabriole Caramel Cerise Chouette Clafoutis Colibri Coccinelle Comète
Coquelicot Cosmo Dragée Écureuil Églantine Étoile Farandole Fauvette Flocon Framboise Galopin Gribouille Grenadine
Hibou Hirondelle Iglou Indigo Jonquille Kiwi Libellule Limonade Loupiot Lulu Lutin Marguerite Marsouin Mésange Mimosa
Mistral Moussaillon Myrtille Noisette Nougat Océan Olive Ourson Pâquerette Papillon Pinson Pirouette Plume Pomme Praline
Renard Ricochet Rouge-gorge Ruban Sirocco Soleil Souris Tilleul Titus Tourbillon Trèfle Trottinette Vagabond Vanille
Zébulon Zéphyr`);
