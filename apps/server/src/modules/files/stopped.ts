export type StopReason = 'memory' | 'time' | 'crash';

const WHY: Readonly<Record<StopReason, string>> = {
  memory: 'elle demande trop de mémoire',
  time: 'elle prend trop de temps',
  crash: 'elle a arrêté le programme qui lit les fichiers',
};

/** A reader was ended, or ended itself, over a file: reading it again would end another one. */
export class ReadingStopped extends Error {
  override name = 'ReadingStopped';
  /** The file it was at; null when it had not begun. */
  readonly file: string | null;
  /** Said of a file in a list: « a.xlsx (sa lecture a été arrêtée : …) ». */
  readonly problem: string;

  constructor(reason: StopReason, file: string | null) {
    super(
      `La lecture ${file === null ? 'des fichiers' : `du fichier ${file}`} a été arrêtée : ${WHY[reason]}.`,
    );
    this.file = file;
    this.problem = `sa lecture a été arrêtée : ${WHY[reason]}`;
  }
}
