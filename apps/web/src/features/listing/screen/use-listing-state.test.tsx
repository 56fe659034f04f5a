import type { Settings } from '@palier/contract';
import { renderHook } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { useListingState } from './use-listing-state.ts';

const settings: Settings = {
  featured_fields: [],
  dashboard_columns: [],
  useScenarioScope: false,
  unavailableFields: [],
  exportTemplates: [],
};

it('groups open here are written into the address shown, not into one that a link has led to and is not drawn yet', () => {
  window.history.replaceState(null, '', '/project/p/listing?inclus=true');
  const { result } = renderHook(() => useListingState('p', settings, []), { wrapper: BrowserRouter });
  result.current?.keepOpenGroups('abcde');
  expect(window.location.search).toBe('?inclus=true&ouverts=abcde');
  // The router changes the address before it draws.
  for (const next of [
    '/project/p/dashboard?inclus=false&ouverts=*',
    '/project/q/listing?inclus=true&ouverts=*',
  ]) {
    window.history.pushState(null, '', next);
    result.current?.keepOpenGroups(null);
    expect(window.location.pathname + window.location.search).toBe(next);
  }
});
