import { useEffect, useState } from 'react';

/** A value once it has stayed the same for `delay` ms: what is asked of the server while someone types. */
export function useSettled<Value>(value: Value, delay = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
