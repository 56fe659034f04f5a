import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  dismissNotification,
  dismissObsolete,
  notificationStore,
  notifyError,
  notifyInfo,
  notifySuccess,
} from './notifications.ts';

describe('messages to the user', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    dismissNotification();
    vi.useRealTimers();
  });

  it('[ENT-02] start hidden, then hold the message with its colour and its time', () => {
    expect(notificationStore.get().show).toBe(false);
    notifyError('x');
    expect(notificationStore.get()).toMatchObject({
      show: true,
      msg: 'x',
      options: { color: 'error', timeout: null },
    });
  });

  it('[STATE-11] keep an error until it is dismissed', () => {
    const id = notifyError('Boum');
    vi.advanceTimersByTime(3_600_000);
    expect(notificationStore.get().show).toBe(true);
    dismissNotification(id);
    expect(notificationStore.get().show).toBe(false);
  });

  it.each([
    ['info', notifyInfo],
    ['success', notifySuccess],
  ])('[STATE-12] hide a message of kind %s after 6 s', (color, notify) => {
    notify('Fait');
    expect(notificationStore.get().options).toEqual({ color, timeout: 6000 });
    vi.advanceTimersByTime(5_500);
    expect(notificationStore.get().show).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(notificationStore.get().show).toBe(false);
  });

  it('show several at once, and the same error only once', () => {
    notifyError('Un');
    notifySuccess('Deux');
    notifyError('Un');
    expect(notificationStore.get().queue.map((notification) => notification.msg)).toEqual(['Deux', 'Un']);
  });

  it('go when they are no longer true, the others stay', () => {
    notifyError('Le serveur ne répond pas.');
    notifyError('Démarque refusée.');
    dismissObsolete('Le serveur ne répond pas.');
    expect(notificationStore.get().queue.map(({ msg }) => msg)).toEqual(['Démarque refusée.']);
  });
});
