import type { Project } from '@palier/contract';
import type { ReactNode } from 'react';
import { french } from '../../../lib/french.ts';
import { missingFacts } from '../../../lib/missing-facts.ts';
import { paths } from '../../../lib/paths.ts';
import { MissingData } from '../../../ui/missing-data.tsx';

/** What the projects of a run lack to be optimised, with its remedy: once for all that lack the same. */
export function MissingFactsOf({ projects }: { projects: readonly Project[] }): ReactNode {
  const lacks = projects.flatMap((project) => {
    const missing = missingFacts(project);
    return missing ? [{ ...missing, name: project.shortName }] : [];
  });
  return [...new Set(lacks.map(({ text }) => text))].map((text) => {
    const those = lacks.filter((lack) => lack.text === text);
    const [first] = those;
    if (!first) return null;
    // Of one project among several, whose it is is said.
    const names = projects.length > 1 ? ` (${those.map(({ name }) => name).join(', ')})` : '';
    return (
      <MissingData
        key={text}
        title={french(`${first.title}${names}`)}
        text={text}
        importPath={first.importAgain ? paths.imports() : null}
        banner
      />
    );
  });
}
