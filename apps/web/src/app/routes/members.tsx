import { MembersPage } from '../../features/members/members-page.tsx';

/** The people of the organisation and their roles. */
export function Component() {
  return <MembersPage />;
}
