import { letterTint } from '../model/letters.ts';
import styles from './letter.module.css';

/**
 * The letter of a run, which never changes: on its colour where it is compared, outlined where it is not, a dashed
 * circle while there is no result.
 */
export function RunLetter({
  letter,
  state = 'compared',
}: {
  letter: string;
  state?: 'compared' | 'apart' | 'none';
}) {
  if (state === 'none') return <span className={`${styles.letter} ${styles.blank}`} />;
  const tint = state === 'compared' ? styles[letterTint(letter)] : styles.apart;
  return <span className={`${styles.letter} ${tint}`}>{letter}</span>;
}
