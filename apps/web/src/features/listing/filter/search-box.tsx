import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import styles from './search-box.module.css';

const PAUSE = 250;

/** Search as one types: asked once the typing pauses; Escape empties it. */
export function SearchBox({ value, onChange }: { value: string; onChange: (q: string) => void }): ReactNode {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value;
      setText(value);
    }
  }, [value]);
  useEffect(() => {
    const next = text.trim();
    if (next === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = next;
      onChange(next);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return (
    <TextField
      label="Nom ou code"
      hideLabel
      icon="search"
      type="search"
      className={styles.search}
      placeholder="Nom ou code"
      value={text}
      onChange={setText}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation();
          setText('');
        }
      }}
    />
  );
}
