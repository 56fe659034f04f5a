/**
 * Puts the focus on the current entry of a menu that has just opened, else on its first, whichever
 * way it was opened (the library leaves it on the list after a click). For the `ref` of the list.
 */
export function focusFirstItem(list: HTMLElement | null): void {
  if (!list) return;
  requestAnimationFrame(() => {
    const items = [...list.querySelectorAll<HTMLElement>('[role="menuitem"]:not([data-disabled])')];
    (items.find((item) => item.getAttribute('aria-current') === 'true') ?? items[0])?.focus();
  });
}
