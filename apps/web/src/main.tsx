// First: what the screens say of themselves comes after.
import './ui/sheets.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.tsx';

const RELOADED_KEY = 'palier.reloaded-at';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
// A tab left open over a new version asks for files that are gone: it takes the new version, at most once a minute.
window.addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED_KEY)) < 60_000) return;
  event.preventDefault();
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
});
createRoot(root).render(
  <StrictMode>
    <Application />
  </StrictMode>,
);
