import type { Plugin } from 'vite';
import { layoutHeights, layoutWidths } from './src/ui/breakpoints.ts';

const SIDES: Readonly<Record<string, { side: string; named: Readonly<Record<string, number>> }>> = {
  'below-': { side: 'width', named: layoutWidths },
  'lower-than-': { side: 'height', named: layoutHeights },
};

/**
 * Gives style sheets the widths and heights of the layout by name: `@media (--below-sm)`, `(--lower-than-phone)`; a name
 * that is none stops the build.
 */
export function breakpointsOfStyles(): Plugin {
  return {
    name: 'palier-breakpoints',
    enforce: 'pre',
    transform: (code, id) =>
      /\.css(\?|$)/.test(id)
        ? code.replace(/\(--(below-|lower-than-)([\w-]+)\)/g, (_, below: string, name: string) => {
            const { side = '', named = {} } = SIDES[below] ?? {};
            const limit = named[name];
            if (limit === undefined) throw new Error(`${id}: no ${side} is named « ${name} »`);
            return `(max-${side}: ${limit - 1}px)`;
          })
        : undefined,
  };
}
