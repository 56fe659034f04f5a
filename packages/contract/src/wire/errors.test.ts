import { describe, expect, it } from 'vitest';
import { ERROR_CODES, ERRORS, errorBody, errorBodySchema } from './errors.ts';

describe('the errors of the API', () => {
  it('[ERR-15] are a French sentence and a stable code', () => {
    for (const code of ERROR_CODES) {
      const { status, message } = ERRORS[code];
      expect(status).toBeGreaterThanOrEqual(400);
      expect(message, code).toMatch(/^[A-ZÉ]/);
      expect(errorBodySchema.parse(errorBody(code))).toEqual({ error: message, code });
    }
  });

  it('may be more precise, and carry details', () => {
    expect(errorBody('conflict', 'Déjà annulée.', { _id: 'o1' })).toEqual({
      error: 'Déjà annulée.',
      code: 'conflict',
      details: { _id: 'o1' },
    });
  });

  it('alert someone only when the service is at fault', () => {
    for (const code of ERROR_CODES)
      if (ERRORS[code].alert) expect(ERRORS[code].status).toBeGreaterThanOrEqual(500);
  });
});
