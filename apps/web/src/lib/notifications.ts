import { createStore } from './store.ts';

export type NotificationColor = 'error' | 'info' | 'success';

/** What a message offers to do. */
interface NotificationAction {
  label: string;
  run: () => void;
}

/** One message to the user. `timeout` in ms; null = stays until dismissed. */
export interface Notification {
  id: number;
  msg: string;
  options: { color: NotificationColor; timeout: number | null; action?: NotificationAction };
}

/** What is on screen: `show` and the first message, as named in the specification, and the whole queue. */
export type NotificationState =
  | { show: false; msg: ''; options: null; queue: readonly [] }
  | (Omit<Notification, 'id'> & { show: true; queue: readonly Notification[] });

/** Time after which information and success go away by themselves. */
export const notificationTimeout = 6000;

const hidden: NotificationState = { show: false, msg: '', options: null, queue: [] };

export const notificationStore = createStore<NotificationState>(hidden);

let lastId = 0;

function stateOf(queue: readonly Notification[]): NotificationState {
  const latest = queue[queue.length - 1];
  return latest ? { show: true, msg: latest.msg, options: latest.options, queue } : hidden;
}

function notify(
  msg: string,
  color: NotificationColor,
  timeout: number | null,
  action?: NotificationAction,
): number {
  lastId += 1;
  const added: Notification = { id: lastId, msg, options: { color, timeout, ...(action && { action }) } };
  // The same error again (a retry, several calls at once) takes the place of the first one.
  notificationStore.set((state) =>
    stateOf([...state.queue.filter((other) => other.msg !== msg || other.options.color !== color), added]),
  );
  if (timeout !== null) setTimeout(() => dismissNotification(added.id), timeout);
  return added.id;
}

/** Says that something failed; stays until dismissed. */
export function notifyError(msg: string): number {
  return notify(msg, 'error', null);
}

/** Says something in passing; gone after 6 s. */
export function notifyInfo(msg: string): number {
  return notify(msg, 'info', notificationTimeout);
}

/** Says something that is not to be missed; stays until dismissed, or until what it offers is done. */
export function notifyLasting(msg: string, action?: NotificationAction | null): number {
  return notify(msg, 'info', null, action ?? undefined);
}

/** Says that something was done; gone after 6 s. */
export function notifySuccess(msg: string): number {
  return notify(msg, 'success', notificationTimeout);
}

/** Takes away what is said no longer truly, when it is shown. */
export function dismissObsolete(msg: string): void {
  if (notificationStore.get().queue.some((shown) => shown.msg === msg))
    notificationStore.set((state) => stateOf(state.queue.filter((shown) => shown.msg !== msg)));
}

/** Takes a message away; every message when no id is given. */
export function dismissNotification(id?: number): void {
  notificationStore.set((state) =>
    stateOf(id === undefined ? [] : state.queue.filter((notification) => notification.id !== id)),
  );
}
