import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { type ButtonLook, buttonLook } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';
import { focusFirstItem } from './menu-focus.ts';

interface ActionEntry {
  kind: 'action';
  /** Tells apart entries of one label. */
  id?: string;
  label: string;
  icon?: IconName;
  note?: string;
  disabled?: boolean;
  onSelect: () => void;
}
interface LinkEntry {
  kind: 'link';
  label: string;
  icon?: IconName;
  note?: string;
  to: string;
  current?: boolean;
}

export type MenuEntry =
  | ActionEntry
  | LinkEntry
  | { kind: 'title'; label: string }
  | { kind: 'separator'; label: string };

export interface MenuProps {
  /** Name of the list for screen readers. */
  label: string;
  entries: readonly MenuEntry[];
  /** What the opening button shows. */
  children: ReactNode;
  /** It looks like a button of the kit, or as its place says. */
  button?: ButtonLook;
  buttonClass?: string;
  buttonLabel?: string;
  buttonTitle?: string;
  align?: 'left' | 'right';
  /** Shown above the entries (an identity). */
  header?: ReactNode;
}

/** A button that opens a list of actions or links; arrows, Home, End, letters and Escape work as the ARIA practices ask. */
export function Menu(props: MenuProps) {
  const { label, entries, children, header, align = 'left' } = props;
  const sections = sectionsOf(entries).map((section) => <Section key={section.id} {...section} />);
  return (
    <span className={styles.root} data-kit="menu">
      <BaseMenu.Root modal={false}>
        <BaseMenu.Trigger
          {...(props.button ? buttonLook(props.button) : { className: props.buttonClass })}
          aria-label={props.buttonLabel}
          title={props.buttonTitle}
        >
          {children}
        </BaseMenu.Trigger>
        <BaseMenu.Portal>
          <BaseMenu.Positioner
            className={styles.layer}
            align={align === 'left' ? 'start' : 'end'}
            sideOffset={4}
            collisionPadding={8}
          >
            <BaseMenu.Popup className={styles.menu} aria-label={label} ref={focusFirstItem}>
              {header ? (
                <BaseMenu.Group>
                  <BaseMenu.GroupLabel>{header}</BaseMenu.GroupLabel>
                  {sections}
                </BaseMenu.Group>
              ) : (
                sections
              )}
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </span>
  );
}

interface MenuSection {
  id: string;
  title: string | null;
  ruled: boolean;
  lines: (ActionEntry | LinkEntry)[];
}

/** Entries by section: a title or a line opens another. */
function sectionsOf(entries: readonly MenuEntry[]): MenuSection[] {
  const sections: MenuSection[] = [];
  for (const entry of entries) {
    const last = sections.at(-1);
    if (entry.kind === 'title' && last?.ruled && last.lines.length === 0) last.title = entry.label;
    else if (entry.kind === 'title' || entry.kind === 'separator') {
      const ruled = entry.kind === 'separator';
      sections.push({ id: entry.label, title: ruled ? null : entry.label, ruled, lines: [] });
    } else if (last) last.lines.push(entry);
    else sections.push({ id: '', title: null, ruled: false, lines: [entry] });
  }
  return sections;
}

function Section({ title, ruled, lines }: MenuSection) {
  const items = lines.map((entry) => (
    <MenuLine key={`${entry.label}-${entry.kind === 'link' ? entry.to : (entry.id ?? '')}`} entry={entry} />
  ));
  return (
    <Fragment>
      {ruled && <BaseMenu.Separator className={styles.line} />}
      {title === null ? (
        items
      ) : (
        <BaseMenu.Group>
          <BaseMenu.GroupLabel className={styles.title}>{title}</BaseMenu.GroupLabel>
          {items}
        </BaseMenu.Group>
      )}
    </Fragment>
  );
}

function MenuLine({ entry }: { entry: ActionEntry | LinkEntry }) {
  const inner = (
    <>
      {entry.icon && <Icon name={entry.icon} />}
      <span className="spacer">{entry.label}</span>
      {entry.note && <span className="muted small"> {entry.note}</span>}
    </>
  );
  if (entry.kind === 'link') {
    return (
      <BaseMenu.LinkItem
        className={styles.item}
        label={entry.label}
        closeOnClick
        render={<Link to={entry.to} />}
        aria-current={entry.current ? 'true' : undefined}
      >
        {inner}
      </BaseMenu.LinkItem>
    );
  }
  return (
    <BaseMenu.Item
      className={styles.item}
      label={entry.label}
      disabled={entry.disabled}
      onClick={entry.onSelect}
    >
      {inner}
    </BaseMenu.Item>
  );
}
