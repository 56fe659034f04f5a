import { openApiDocument } from '@palier/contract';
import { expect, it } from 'vitest';
import { uniform } from '../evaluation/synthetic.ts';
import { makeCall } from './calls.ts';
import { fuzz } from './fuzz.ts';
import { makeValue } from './values.ts';
import { Words } from './words.ts';

// The short form of `npm run fuzz`, on PostgreSQL: there what several ask at once runs side by side.
it('random calls, some of them hostile, are answered or refused, never by an unexpected error', async () => {
  const { calls, statuses, faults } = await fuzz(250, 7, { at_once: 6, postgres: true });
  expect(faults).toEqual([]);
  expect(calls).toBe(250);
  expect(statuses['200'], 'calls that reach the rows').toBeGreaterThan(30);
});

it('a value is made of any draw, whatever stands where a key would', () => {
  const schema = { type: 'object', additionalProperties: { type: 'string' } };
  for (let seed = 0; seed < 500; seed += 1) {
    const random = uniform(seed);
    const maker = { random, words: new Words(random), schemas: {}, hostile: 0.4 };
    for (let draw = 0; draw < 100; draw += 1) makeValue(maker, schema, 'map');
  }
});

it('a call is made of any draw, objects among the values of its query', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument('fuzz')));
  const random = uniform(3);
  const words = new Words(random);
  words.learn({ code: [{ toString: 1 }], name: { toString: null } }, 'projects');
  const maker = { random, words, schemas: document.components.schemas, hostile: 0.4 };
  for (let call = 0; call < 20_000; call += 1) makeCall(maker, document);
});
