import type { Plugin } from 'vite';
import { layoutWidths } from './src/ui/breakpoints.ts';

const widths: Readonly<Record<string, number>> = layoutWidths;

/** Gives style sheets the widths of the layout by name: `@media (--below-sm)`; a name that is none stops the build. */
export function breakpointsOfStyles(): Plugin {
  return {
    name: 'palier-breakpoints',
    enforce: 'pre',
    transform: (code, id) =>
      /\.css(\?|$)/.test(id)
        ? code.replace(/\(--below-([\w-]+)\)/g, (_, name: string) => {
            const width = widths[name];
            if (width === undefined) throw new Error(`${id}: no width is named « ${name} »`);
            return `(max-width: ${width - 1}px)`;
          })
        : undefined,
  };
}
