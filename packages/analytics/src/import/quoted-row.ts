/** Whether a cell ends at a place of a line: blanks may stand before its delimiter. */
function endsAt(line: string, at: number, delimiter: string): boolean {
  let end = at;
  while (line[end] === ' ') end++;
  return end === line.length || line[end] === delimiter;
}

/**
 * A row of CSV read line by line. A quote opens a cell at its start, and closes it where the cell ends; any other is a
 * sign of the text, as the inches of « Écran 24" » are.
 */
export class QuotedRow {
  readonly cells: string[] = [];
  /** A quoted cell is not closed yet. */
  isOpen = false;
  /** Every quote opens a cell, closes it or is written twice. */
  isClean = true;
  /** No quote stands in a cell that has none around it, which every reader takes for a sign. */
  isPlain = true;
  #value = '';
  readonly #delimiter: string;
  readonly #twiceIsOne: boolean;

  /** `twiceIsOne`: a quote written twice is one of the text even where the cell could end after it. */
  constructor(delimiter: string, twiceIsOne: boolean) {
    this.#delimiter = delimiter;
    this.#twiceIsOne = twiceIsOne;
  }

  /** Reads the next line of the row, without its end. */
  read(line: string): this {
    if (this.isOpen) this.#value += '\n';
    for (let at = 0; at < line.length; at++) {
      const sign = line[at] as string;
      if (this.isOpen) at += this.#readQuoted(line, at, sign);
      else if (sign === '"') this.#readQuote();
      else if (sign === this.#delimiter) this.#endCell();
      else this.#value += sign;
    }
    if (!this.isOpen) this.#endCell();
    return this;
  }

  /** @returns how many more signs were read */
  #readQuoted(line: string, at: number, sign: string): number {
    if (sign !== '"') {
      this.#value += sign;
      return 0;
    }
    if (endsAt(line, at + 1, this.#delimiter)) {
      this.isOpen = false;
      return 0;
    }
    this.#value += '"';
    const isTwice = line[at + 1] === '"' && (this.#twiceIsOne || !endsAt(line, at + 2, this.#delimiter));
    if (!isTwice) this.isClean = false;
    return isTwice ? 1 : 0;
  }

  #readQuote(): void {
    if (this.#value.trim() === '') {
      this.isOpen = true;
      this.#value = '';
      return;
    }
    this.#value += '"';
    this.isPlain = false;
  }

  #endCell(): void {
    this.cells.push(this.#value);
    this.#value = '';
  }
}
