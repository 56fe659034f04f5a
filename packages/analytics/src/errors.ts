/** A request names a field, operator, value or cursor that cannot be. The message is French and safe to show. */
export class InvalidQueryError extends Error {
  override readonly name = 'InvalidQueryError';
}

/** A long job was cancelled through its signal. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}
