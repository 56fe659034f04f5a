import type { Project } from '@palier/contract';
import { Tag } from '../../ui/tag.tsx';

/** Says that figures are of the part of these projects that is in the reader's perimeter; nothing when she has it all. */
export function PerimeterTag({ projects }: { projects: readonly Pick<Project, 'reach'>[] }) {
  if (!projects.some(({ reach }) => reach === 'part')) return null;
  return <Tag title="Lignes, comptes et sommes sont ceux de votre périmètre.">votre périmètre</Tag>;
}
