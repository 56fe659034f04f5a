import { afterEach, expect, it } from 'vitest';
import { KeptEdits } from './kept-edits.ts';

afterEach(() => window.localStorage.clear());

const edit = (to: number) => ({
  edit: { discount_pct_user: to },
  former: { discount_pct_user: null },
  version: 1,
});

it('what somebody could not send before she left is sent by herself when she is back, never by who came after her', () => {
  new KeptEdits('claire', 'p1').keep({ l1: edit(40) });
  expect(new KeptEdits('marion', 'p1').read()).toEqual({});
  new KeptEdits('marion', 'p1').keep({});
  expect(new KeptEdits('claire', 'p2').read()).toEqual({});
  expect(new KeptEdits('claire', 'p1').read()).toEqual({ l1: edit(40) });
});

it('what one tab waits to send is not forgotten when another has sent its own', () => {
  const first = new KeptEdits('claire', 'p1');
  const second = new KeptEdits('claire', 'p1');
  first.keep({ l1: edit(40) });
  second.keep({ l2: edit(30) });
  second.keep({});
  expect(new KeptEdits('claire', 'p1').read()).toEqual({ l1: edit(40) });
  first.keep({});
  expect(new KeptEdits('claire', 'p1').read()).toEqual({});
});

it('what a reload took over is forgotten once it is sent', () => {
  new KeptEdits('claire', 'p1').keep({ l1: edit(40), l2: edit(30) });
  const next = new KeptEdits('claire', 'p1');
  next.keep(next.read());
  next.keep({ l2: edit(30) });
  expect(new KeptEdits('claire', 'p1').read()).toEqual({ l2: edit(30) });
});
