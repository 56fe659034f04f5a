// The shared styles and the kit's first: what a place says of the parts in it comes after, and wins.
import './ui/styles/typeface.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/page.module.css';
import './ui/icon.module.css';
import './ui/button.module.css';
import './ui/segmented.module.css';
import './ui/chip.module.css';
import './ui/tag.module.css';
import './ui/field.module.css';
import './ui/card.module.css';
import './ui/table.module.css';
import './ui/marks.module.css';
import './ui/scale.module.css';
import './ui/menu.module.css';
import './ui/states.module.css';
import './ui/key-figures.module.css';
import './ui/page-head.module.css';
import './ui/page-foot.module.css';
import './ui/styles/high-contrast.css';

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
