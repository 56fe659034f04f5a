// The shared styles first: what a component says of itself comes after, and wins.
import './ui/styles/typeface.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/marks.css';
import './ui/styles/fields.css';
import './ui/styles/overlays.css';
import './ui/styles/blocks.css';

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
