import type { Readable } from 'node:stream';
import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { FileProblem, isSystemError } from '../../errors.ts';
import type { Allowance } from '../allowance.ts';
import { LIMITS } from '../limits.ts';
import type { ZipEntry } from '../zip.ts';

/** What a reader of XML hears; names come without their prefix. */
export interface XmlListener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

export const DAMAGED = 'classeur illisible ou abîmé';

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** A parser that counts what it reads since the last mark, so that no text or mark is held whole beyond a limit. */
function newParser(listener: XmlListener) {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let run = 0;
  parser.on('opentag', ({ name, attributes }) => {
    run = 0;
    listener.open?.(localName(name), attributes as Record<string, SaxesAttributePlain & string>);
  });
  parser.on('closetag', ({ name }) => {
    run = 0;
    listener.close?.(localName(name));
  });
  if (listener.text) parser.on('text', (text) => listener.text?.(text));
  // Entities of a document are never defined: one that is used is an error, whatever it stands for.
  parser.on('error', () => {
    throw new FileProblem(DAMAGED);
  });
  return {
    write: (text: string): void => {
      run += text.length;
      parser.write(text);
      if (run > LIMITS.xml_run) throw new FileProblem('classeur au texte démesuré');
    },
    close: (): void => {
      parser.close();
    },
  };
}

async function* textOf(bytes: Readable, allowance: Allowance): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) {
    allowance.take((chunk as Buffer).length);
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Reads a workbook's part, telling the listener; gives way after each piece, so that what was heard can be taken.
 * @throws FileProblem for a part that is damaged or out of measure.
 */
export async function* readXml(
  entry: ZipEntry,
  allowance: Allowance,
  listener: XmlListener,
): AsyncGenerator<void> {
  const parser = newParser(listener);
  try {
    for await (const text of textOf(await entry.read(), allowance)) {
      parser.write(text);
      yield;
    }
    parser.close();
    yield;
  } catch (error) {
    throw error instanceof FileProblem || isSystemError(error) ? error : new FileProblem(DAMAGED);
  }
}

/** Reads a whole part. */
export async function readPart(entry: ZipEntry, allowance: Allowance, listener: XmlListener): Promise<void> {
  for await (const _ of readXml(entry, allowance, listener));
}
