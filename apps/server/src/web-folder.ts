import { join } from 'node:path';

/** Where the screens are once built. */
export const WEB_FOLDER = join(import.meta.dirname, '../../web/dist');
