import { type DragEvent, type ReactNode, useState } from 'react';
import { buttonLook } from './button.tsx';
import { cardClass } from './card.tsx';
import styles from './file-drop.module.css';
import { Icon, type IconName } from './icon.tsx';

export interface FileDropProps {
  title: string;
  note: ReactNode;
  /** Extensions accepted, as in an input's `accept`. */
  accept: string;
  buttonLabel: string;
  disabled?: boolean;
  /** Why files are not taken. */
  refusal?: string | null;
  onFiles: (files: File[]) => void;
}

/** A place to drop files on, with a button that opens the system's chooser. */
export function FileDrop({ title, note, accept, buttonLabel, disabled, refusal, onFiles }: FileDropProps) {
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0 && !disabled) onFiles(files);
  };
  return (
    <section
      className={cardClass(styles.drop, over && styles.over)}
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Icon name="upload" size={24} />
      <div>
        <h2 className="strong">{title}</h2>
        <p className="muted">{refusal ?? note}</p>
      </div>
      <FileButton accept={accept} disabled={disabled} onFiles={onFiles}>
        {buttonLabel}
      </FileButton>
    </section>
  );
}

interface FileButtonProps extends Pick<FileDropProps, 'accept' | 'disabled' | 'onFiles'> {
  icon?: IconName;
  title?: string | undefined;
  children: ReactNode;
}

/** A button that opens the system's chooser of files. */
export function FileButton({ accept, disabled, icon, title, onFiles, children }: FileButtonProps) {
  return (
    <label {...buttonLook({}, styles.choose)} title={title}>
      {icon && <Icon name={icon} />}
      {children}
      <input
        type="file"
        multiple
        accept={accept}
        disabled={disabled}
        className="visually-hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
