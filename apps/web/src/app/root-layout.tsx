import type { MouseEvent } from 'react';
import { Outlet } from 'react-router';
import styles from './root-layout.module.css';

/** Where rows are the content, the link leads to them: the bars above have a score of buttons. */
function goToRows(event: MouseEvent): void {
  const rows = document.querySelector<HTMLElement>('#contenu [role="treegrid"]');
  if (!rows) return;
  event.preventDefault();
  rows.focus();
}

/** What surrounds every screen. */
export function RootLayout() {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page; the rows, when they are there, are a better one */}
      <a className={styles.skipLink} href="#contenu" onClick={goToRows}>
        Aller au contenu
      </a>
      <Outlet />
    </>
  );
}
