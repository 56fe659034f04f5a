import { useCallback, useState } from 'react';
import { readStored, writeStored } from './storage.ts';

/** Like useState, kept in local storage under `key`. */
export function useStored<Value>(
  key: string,
  accept: (value: unknown) => value is Value,
  fallback: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readStored(key, accept, fallback));
  const store = useCallback(
    (next: Value) => {
      writeStored(key, next);
      setValue(next);
    },
    [key],
  );
  return [value, store];
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
