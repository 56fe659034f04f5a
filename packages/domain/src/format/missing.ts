/** What a missing or non-finite value is shown as. */
export const MISSING = '-';
/** Narrow no-break space: between thousands, before % and currency symbols. */
export const NARROW_SPACE = '\u202f';
/** True minus sign. */
export const MINUS = '\u2212';

export type MaybeNumber = number | null | undefined;

export function isShown(value: MaybeNumber): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A text, or '-' when it is missing or empty. */
export function formatText(value: string | null | undefined): string {
  return value === null || value === undefined || value.trim() === '' ? MISSING : value;
}
