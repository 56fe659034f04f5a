import { expect, it } from 'vitest';
import { ShownVersion } from './shown-version.ts';

/** An answer that comes when it is told to. */
function later<T>() {
  return Promise.withResolvers<T>();
}
const whole = { whole: true };

it('what is shown is of the oldest of the answers that it was read from', async () => {
  const shown = new ShownVersion();
  expect(shown.get()).toBeUndefined();
  await shown.reading(async () => {
    await shown.answered(Promise.resolve({ version: 12 }));
    // Rows are on the screen before all of them are.
    expect(shown.get()).toBe(12);
    await shown.answered(Promise.resolve({ version: 11 }));
    await shown.answered(Promise.resolve({ version: 13 }));
  }, whole);
  expect(shown.get()).toBe(11);
  // A page that is opened later is newer than the rest.
  await shown.answered(Promise.resolve({ version: 20 }));
  expect(shown.get()).toBe(11);
});

it('what is told and read again brings it forward with its figures; figures that an edit has overtaken do not', async () => {
  const shown = new ShownVersion();
  const read = (version: number, still = true) =>
    shown.reading(() => shown.answered(Promise.resolve({ version })), { stillTrue: () => still });
  await shown.reading(() => shown.answered(Promise.resolve({ version: 5 })), whole);
  shown.told(9);
  shown.readAgain([9]);
  expect(shown.get()).toBe(5);
  await read(9, false);
  expect(shown.get()).toBe(5);
  await read(9);
  expect(shown.get()).toBe(9);
});

it('on a connection that tells nothing any more, figures alone do not: the lines are of before', async () => {
  const shown = new ShownVersion();
  await shown.reading(() => shown.answered(Promise.resolve({ version: 5 })), whole);
  await shown.reading(() => shown.answered(Promise.resolve({ version: 9 })));
  expect(shown.get()).toBe(5);
  // It is back: everything is read again.
  await shown.reading(() => shown.answered(Promise.resolve({ version: 9 })), whole);
  expect(shown.get()).toBe(9);
});

it('where an answer fails, what was shown before still is', async () => {
  const shown = new ShownVersion();
  await shown.reading(() => shown.answered(Promise.resolve({ version: 5 })), whole);
  await shown.reading(async () => {
    await shown.answered(Promise.resolve({ version: 8 }));
    await shown.answered(Promise.reject(new Error('away'))).catch(() => undefined);
  }, whole);
  expect(shown.get()).toBe(5);
  // Before the first figures no version is said.
  await shown.reading(() => shown.answered(Promise.resolve({})), whole);
  expect(shown.get()).toBe(5);
  // Nothing was shown before: what has come is of its own version.
  const first = new ShownVersion();
  await first.reading(async () => {
    await first.answered(Promise.resolve({ version: 8 }));
    await first.answered(Promise.reject(new Error('away'))).catch(() => undefined);
    expect(first.get()).toBe(8);
  }, whole);
  expect(first.get()).toBe(8);
});

it('a reading under way keeps what it has read itself, whatever another reads meanwhile', async () => {
  const shown = new ShownVersion();
  const [first, second] = [later<{ version: number }>(), later<{ version: number }>()];
  const slow = shown.reading(async () => {
    await shown.answered(first.promise);
    await shown.answered(second.promise);
  }, whole);
  first.resolve({ version: 5 });
  await first.promise;
  await shown.reading(() => shown.answered(Promise.resolve({ version: 8 })), { stillTrue: () => true });
  second.resolve({ version: 9 });
  await slow;
  expect(shown.get()).toBe(5);
});

it('a change that was told is not seen before its lines are read again', async () => {
  const shown = new ShownVersion();
  const read = (version: number, more = {}) =>
    shown.reading(() => shown.answered(Promise.resolve({ version })), more);
  await read(5, whole);
  shown.told(8);
  shown.told(7);
  await read(9);
  expect(shown.get()).toBe(6);
  shown.readAgain([7]);
  expect(shown.get()).toBe(7);
  shown.readAgain([8]);
  expect(shown.get()).toBe(8);
  // Everything read again has them, but those of after.
  shown.told(10);
  shown.told(12);
  await read(11, whole);
  expect(shown.get()).toBe(11);
});
