import { useEffect, useState } from 'react';

/** A value once it has stood for a while: what is being typed is not asked at every letter. */
export function useSettled<T>(value: T, pause_ms: number): T {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), pause_ms);
    return () => clearTimeout(timer);
  }, [text, pause_ms]);
  return settled;
}
