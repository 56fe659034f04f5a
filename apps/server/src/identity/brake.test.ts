import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { eachDatabase } from '../test/stores.ts';
import { type Brake, createBrake, delayAfter, network } from './brake.ts';
import { createIdentityStore } from './store.ts';

const ALICE = 'alice@maison-brume.fr';
let people = 0;
/** Nobody seen before in this file. */
const somebody = () => `personne-${++people}@maison-brume.fr`;
let places = 0;
const somewhere = () => `203.0.${Math.floor(++places / 250)}.${(places % 250) + 1}`;

eachDatabase('tries counted in the database', (store) => {
  let time = 1_800_000_000_000;
  /** Of two processes on one database. */
  let brake: Brake;
  let other: Brake;

  beforeAll(async () => {
    brake = createBrake(createIdentityStore(store.database().db), () => time);
    other = createBrake(createIdentityStore((await store.another()).db), () => time);
  });

  const wrong = (account: string, address: string, device?: string) =>
    brake.judge({ account, address, device, correct: false });
  const right = (account: string, address: string, device?: string) =>
    brake.judge({ account, address, device, correct: true });

  it('of 120 wrong passwords at once in two processes, four are looked at, and the right one waits its turn', async () => {
    const account = somebody();
    const address = somewhere();
    const tries = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        (index % 2 ? brake : other).judge({ account, address, device: undefined, correct: false }),
      ),
    );
    // The fourth failure is the first that costs a second.
    expect(tries.filter(({ early }) => !early)).toHaveLength(4);
    expect(await right(account, address)).toEqual({ admitted: false, early: true, wait_seconds: 1 });
    time += 1000;
    expect(await right(account, address)).toEqual({ admitted: true, early: false, wait_seconds: 0 });
    expect((await wrong(account, address)).wait_seconds).toBe(0);
  });

  it('each further failure doubles the wait, up to five minutes; a try that comes early does not', async () => {
    const account = somebody();
    const address = somewhere();
    const waits = [];
    for (let turn = 0; turn < 14; turn++) {
      const { wait_seconds } = await wrong(account, address);
      waits.push(wait_seconds);
      if (wait_seconds > 0)
        expect(await wrong(account, address)).toMatchObject({ early: true, wait_seconds });
      time += wait_seconds * 1000;
    }
    expect(waits).toEqual([0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
    time += 3_600_000;
    expect((await wrong(account, address)).wait_seconds).toBe(0);
  });

  it('an account attacked from everywhere stays open to its owner where she signed in before, and her browser', async () => {
    const account = somebody();
    const home = somewhere();
    const device = await brake.remember({ account, address: home, device: undefined });
    let refused = 0;
    for (let turn = 0; turn < 60; turn++) if ((await wrong(account, somewhere())).early) refused += 1;
    expect(refused).toBe(39);
    expect(await right(account, home)).toMatchObject({ admitted: true });
    expect(await right(account, somewhere(), device)).toMatchObject({ admitted: true });
    expect(await right(account, somewhere())).toMatchObject({ admitted: false, early: true });
    // Somebody at her address types wrong passwords too: her browser has a count of its own.
    for (let turn = 0; turn < 10; turn++) await wrong(account, home);
    expect(await right(account, home)).toMatchObject({ early: true });
    expect(await right(account, home, device)).toMatchObject({ admitted: true });
    // The mark of her browser opens nothing else, and a made-up one opens nothing.
    expect(await right(account, somewhere(), 'a'.repeat(43))).toMatchObject({ early: true });
  });

  it('one address that tries many accounts is slowed down, without those who signed in from there', async () => {
    const office = somewhere();
    const colleague = somebody();
    await brake.remember({ account: colleague, address: office, device: undefined });
    for (let turn = 0; turn < 21; turn++) expect((await wrong(somebody(), office)).early).toBe(false);
    expect(await wrong(somebody(), office)).toMatchObject({ early: true, wait_seconds: 1 });
    expect(await right(colleague, office)).toMatchObject({ admitted: true });
    expect(await right(somebody(), somewhere())).toMatchObject({ admitted: true });
  });

  it('the same account in other letters is the same', async () => {
    const address = somewhere();
    for (const account of [ALICE, ` ${ALICE}`, ALICE.toUpperCase(), ALICE]) await wrong(account, address);
    expect(await wrong(ALICE, address)).toMatchObject({ early: true });
  });
});

it('the wait never shrinks with more failures, and never goes over its limit', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(100), fc.integer({ min: 1, max: 1000 }), (failures, free, cap) => {
      const wait = delayAfter(failures, { free, cap });
      expect(wait).toBeLessThanOrEqual(delayAfter(failures + 1, { free, cap }));
      expect(wait).toBeLessThanOrEqual(cap);
      expect(wait === 0).toBe(failures <= free);
    }),
  );
});

it('the addresses of one IPv6 network count as one, however they are written', () => {
  expect(network('2001:db8:1:2::7')).toBe(network('2001:0DB8:1:2:ffff:1:2:3'));
  expect(network('2001:db8:1:3::7')).not.toBe(network('2001:db8:1:2::7'));
  expect(network('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(network('::1')).toBe('0:0:0:0');
  expect(network('192.0.2.1')).toBe('192.0.2.1');
});
