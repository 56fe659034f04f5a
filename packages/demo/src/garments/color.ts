type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) throw new RangeError(`a colour is #RRGGBB, not ${hex}`);
  return [
    Number.parseInt(match[1] ?? '0', 16),
    Number.parseInt(match[2] ?? '0', 16),
    Number.parseInt(match[3] ?? '0', 16),
  ];
}

function format(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

/** Mixes `share` of `other` into `color`. */
export function mix(color: string, other: string, share: number): string {
  const a = parse(color);
  const b = parse(other);
  const mixPart = (part: 0 | 1 | 2): number => a[part] * (1 - share) + b[part] * share;
  return format([mixPart(0), mixPart(1), mixPart(2)]);
}

/** Relative luminance in [0, 1] (WCAG 2.2). */
export function luminance(color: string): number {
  const [r, g, b] = parse(color).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
