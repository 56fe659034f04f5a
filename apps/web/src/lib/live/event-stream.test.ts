import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type StreamEvent } from './event-stream.ts';

const stream =
  ': hello\n\nevent: discounts\ndata: {"ids":["1"]}\n\nid: 4\nevent: import\ndata: {"progress":0.5,\ndata: "stage":"lecture"}\n\ndata: x\n\n';

function parse(pieces: readonly string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const feed = createEventParser((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

describe('the live events', () => {
  it('are read with their type and data', () => {
    expect(parse([stream])).toEqual([
      { type: 'discounts', data: '{"ids":["1"]}' },
      { type: 'import', data: '{"progress":0.5,\n"stage":"lecture"}' },
      { type: 'message', data: 'x' },
    ]);
  });

  it('are the same whatever the pieces they come in', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 12 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), stream.length];
        const pieces = places.slice(1).map((end, index) => stream.slice(places[index], end));
        expect(parse(pieces)).toEqual(parse([stream]));
      }),
    );
  });
});
