import type { Project } from '@palier/contract';
import { type Line, matchesWords, NOT_FILLED_IN, splitProjectName } from '@palier/domain';
import { listingLink } from '../../lib/listing-link.ts';
import { paths } from '../../lib/paths.ts';
import { groupOperations } from '../../lib/project-groups.ts';
import type { IconName } from '../../ui/icon.tsx';

export interface PaletteItem {
  key: string;
  group: string;
  label: string;
  note?: string;
  icon: IconName;
  to: string;
}

const mostProjects = 8;

/** Screens of the current project, and those that need none. */
function actionItems(project: Project | null): PaletteItem[] {
  const group = 'Actions';
  const items: PaletteItem[] = [
    { key: 'operations', group, label: 'Voir toutes les opérations', icon: 'home', to: paths.operations() },
    { key: 'new', group, label: 'Créer une opération', icon: 'plus', to: `${paths.operations()}?nouveau` },
    { key: 'import', group, label: 'Importer des données', icon: 'upload', to: paths.imports() },
    { key: 'groups', group, label: 'Voir les groupes de projets', icon: 'layers', to: paths.groups() },
    { key: 'settings', group, label: 'Paramètres de l’enseigne', icon: 'sliders', to: paths.settings() },
    { key: 'members', group, label: 'Membres et rôles', icon: 'user', to: paths.members() },
    { key: 'profile', group, label: 'Ouvrir mon profil', icon: 'user', to: paths.profile() },
  ];
  if (!project) return items;
  const ref = { type: 'project', id: project._id } as const;
  return [
    { key: 'listing', group, label: 'Ouvrir le listing', icon: 'rows', to: paths.listing(project._id) },
    { key: 'overview', group, label: 'Ouvrir l’aperçu du projet', icon: 'eye', to: paths.collection(ref) },
    { key: 'optimization', group, label: 'Optimiser le projet', icon: 'bolt', to: paths.optimization(ref) },
    {
      key: 'simple',
      group,
      label: 'Optimiser en trois questions',
      icon: 'target',
      to: paths.simpleOptimization(ref),
    },
    ...(project.has_series
      ? [
          {
            key: 'reporting',
            group,
            label: 'Comparer des séries',
            icon: 'activity' as const,
            to: paths.reporting(ref),
          },
        ]
      : []),
    {
      key: 'rules',
      group,
      label: 'Ouvrir les règles du projet',
      icon: 'shield',
      to: paths.rules(project._id),
    },
    {
      key: 'prices',
      group,
      label: 'Ouvrir les prix du projet et leurs fichiers',
      icon: 'download',
      to: paths.prices(project._id),
    },
    ...items,
  ];
}

function projectItems(projects: readonly Project[]): PaletteItem[] {
  const operations = groupOperations(projects).map(
    ({ name }): PaletteItem => ({
      key: `operation-${name}`,
      group: 'Opérations et projets',
      label: name,
      note: 'opération',
      icon: 'layers',
      to: paths.collection({ type: 'operation', id: name }),
    }),
  );
  const single = projects.map((project): PaletteItem => {
    const { operation, subdivision, short_name } = splitProjectName(project.name);
    return {
      key: project._id,
      group: 'Opérations et projets',
      label: short_name,
      note: subdivision === NOT_FILLED_IN ? operation : `${operation} · ${subdivision}`,
      icon: 'box',
      to: paths.collection({ type: 'project', id: project._id }),
    };
  });
  return [...operations, ...single];
}

function productItems(project: Project | null, products: readonly Line[]): PaletteItem[] {
  if (!project) return [];
  return products.map((product) => ({
    key: product._id,
    group: 'Produits du projet',
    label: product.title ?? product.item_group_id,
    note: [product.item_group_id, product.brand].filter((text) => typeof text === 'string').join(' · '),
    icon: 'search',
    to: listingLink(project._id, { q: product.item_group_id }),
  }));
}

/** What the global search offers for what was typed: products first, then projects, then actions. */
export function paletteItems(input: {
  typed: string;
  project: Project | null;
  projects: readonly Project[];
  products: readonly Line[];
}): PaletteItem[] {
  const { typed, project, projects, products } = input;
  const matching = (item: PaletteItem) => matchesWords(typed, item.label, item.note);
  return [
    ...productItems(project, products),
    ...projectItems(projects).filter(matching).slice(0, mostProjects),
    ...actionItems(project).filter(matching),
  ];
}
