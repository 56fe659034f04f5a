// npm run build: builds the screens, for a server that is to be started without `npm start`.
import { ensureWebBuilt } from './lib/setup.mjs';

ensureWebBuilt();
