import { useState } from 'react';
import styles from './differences.module.css';

/** A product's picture; its first letter where there is none. */
export function LinePicture({ url, title }: { url: string | null; title: string }) {
  const [missing, setMissing] = useState<string | null>(null);
  if (!url || missing === url) {
    return (
      <span className={styles.picture} aria-hidden="true">
        {title.slice(0, 1).toLocaleUpperCase('fr-FR')}
      </span>
    );
  }
  return (
    <img
      className={styles.picture}
      data-part="picture"
      src={url}
      alt=""
      loading="lazy"
      onError={() => setMissing(url)}
    />
  );
}
