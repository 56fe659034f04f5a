/** Where a text may stand beside its point, in the order of preference. */
const SIDES = [
  { dx: 14, dy: 4, anchor: 'start' },
  { dx: -14, dy: 4, anchor: 'end' },
  { dx: 12, dy: 20, anchor: 'start' },
  { dx: 12, dy: -12, anchor: 'start' },
  { dx: -12, dy: 20, anchor: 'end' },
  { dx: -12, dy: -12, anchor: 'end' },
  { dx: 22, dy: 36, anchor: 'start' },
  { dx: 22, dy: -30, anchor: 'start' },
  { dx: -22, dy: 36, anchor: 'end' },
  { dx: -22, dy: -30, anchor: 'end' },
  { dx: 22, dy: 52, anchor: 'start' },
  { dx: -22, dy: 52, anchor: 'end' },
] as const;

export interface Marked {
  key: string;
  text: string;
  left: number;
  top: number;
}

export interface PlacedLabel extends Marked {
  /** Where the text is written, and on which side of there. */
  x: number;
  y: number;
  anchor: 'start' | 'end';
  /** Far from its point: a line joins them. */
  leads: boolean;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LETTER_WIDTH = 6;
const TEXT_HEIGHT = 13;
const POINT = 11;

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Places the names of points so that none is written over another, over a point or out of the frame. */
export function placeLabels(points: readonly Marked[], frame: Box): PlacedLabel[] {
  const taken: Box[] = points.map(({ left, top }) => ({
    left: left - POINT,
    right: left + POINT,
    top: top - POINT,
    bottom: top + POINT,
  }));
  return points.map((point, own) => {
    const width = point.text.length * LETTER_WIDTH;
    const options = SIDES.map((side) => {
      const x = point.left + side.dx;
      const y = point.top + side.dy;
      const left = side.anchor === 'start' ? x : x - width;
      return { side, x, y, box: { left, right: left + width, top: y - TEXT_HEIGHT + 3, bottom: y + 3 } };
    });
    const inside = options.filter(
      ({ box }) =>
        box.left >= frame.left &&
        box.right <= frame.right &&
        box.top >= frame.top &&
        box.bottom <= frame.bottom,
    );
    const free = inside.find(({ box }) => !taken.some((other, n) => n !== own && meet(box, other)));
    const [first] = options;
    const place = free ?? inside[0] ?? first;
    if (!place) throw new Error('no side to write on');
    taken.push(place.box);
    const leads = Math.abs(place.side.dy) > 20;
    return { ...point, x: place.x, y: place.y, anchor: place.side.anchor, leads };
  });
}
