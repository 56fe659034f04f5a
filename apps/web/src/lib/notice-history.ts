import { type Notification, notificationStore } from './notifications.ts';
import { createStore } from './store.ts';

export type Notice = Notification & { at: Date };

/** The messages of this session, newest first, also those that went away. At most 50. */
export const noticeHistory = createStore<readonly Notice[]>([]);

const kept = 50;

/** Keeps every message shown from now on; called once at start. Returns the way to stop. */
export function recordNotices(now: () => Date = () => new Date()): () => void {
  return notificationStore.subscribe(() => {
    const { queue } = notificationStore.get();
    noticeHistory.set((notices) => {
      const known = new Set(notices.map((notice) => notice.id));
      const added = queue.filter((notification) => !known.has(notification.id));
      if (added.length === 0) return notices;
      return [...added.map((notification) => ({ ...notification, at: now() })).reverse(), ...notices].slice(
        0,
        kept,
      );
    });
  });
}
