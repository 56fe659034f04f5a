import { SettingsCard } from '../../features/imports/components/settings-card.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';

/** The organisation's settings. */
export function Component() {
  return <SettingsPage imports={<SettingsCard />} />;
}
