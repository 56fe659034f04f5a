import { lazy, Suspense, useState } from 'react';
import { CollectionPage } from '../../features/operations/components/collection-page.tsx';
import { OverviewPage } from '../../features/overview/components/overview-page.tsx';
import { ValidationCard } from '../../features/validation/validation-card.tsx';
import { paths } from '../../lib/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useOpenCollection } from '../collection-layout.tsx';

const SettingsDialog = lazy(async () => ({
  default: (await import('../../features/projects/components/settings-dialog.tsx')).SettingsDialog,
}));

/** A project's overview, or that of a whole operation or group. */
export function Component() {
  const { collection, active } = useOpenCollection();
  const [settings, setSettings] = useState(false);
  const { project } = active;
  if (!project) return <CollectionPage collection={collection} projects={active.projects} />;
  return (
    <>
      <OverviewPage
        key={project._id}
        project={project}
        validation={<ValidationCard project={project} />}
        tools={
          <>
            <LinkButton icon="calendar" to={paths.timeline(active.operation)}>
              Calendrier
            </LinkButton>
            <Button icon="sliders" onClick={() => setSettings(true)}>
              Réglages du projet
            </Button>
          </>
        }
      />
      {settings && (
        <Suspense fallback={null}>
          <SettingsDialog project={project} onClose={() => setSettings(false)} />
        </Suspense>
      )}
    </>
  );
}
