import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

export interface CardProps {
  title?: string;
  /** Small text after the title. */
  note?: ReactNode;
  /** What stands at the right of the header. */
  tools?: ReactNode;
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A card's classes, for elements that are not sections (a paragraph, an item of a list). */
export function cardClass(...extra: readonly (string | false | undefined)[]): string {
  return classNames(styles.card, ...extra);
}

/** A white panel with a hairline border, and a header when it has a title. */
export function Card({ title, note, tools, label, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      className={cardClass(className)}
      data-kit="card"
      aria-labelledby={title ? id : undefined}
      aria-label={title ? undefined : label}
    >
      {title && (
        <header>
          <h2 id={id}>{title}</h2>
          {note && <span className="muted">{note}</span>}
          <span className="spacer" />
          {tools}
        </header>
      )}
      {children}
    </section>
  );
}
