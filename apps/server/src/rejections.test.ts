import process from 'node:process';
import { expect, it, vi } from 'vitest';
import { createLog } from './log.ts';
import { surviveRejections } from './rejections.ts';

it('a rejection that nobody awaits is logged and others are still served', () => {
  const log = createLog('error');
  const error = vi.spyOn(log, 'error').mockImplementation(() => {});
  const before = process.listeners('unhandledRejection');
  surviveRejections(log);
  const ours = process.listeners('unhandledRejection').filter((listener) => !before.includes(listener));
  const fault = new Error('lost');
  for (const listener of ours) {
    listener(fault, Promise.resolve());
    process.removeListener('unhandledRejection', listener);
  }
  expect(ours).toHaveLength(1);
  expect(error).toHaveBeenCalledWith({ err: fault }, 'rejection that nobody awaited');
});
