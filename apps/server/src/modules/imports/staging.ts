import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { SourceFile } from '@palier/analytics';
import type { FastifyRequest } from 'fastify';
import { requireSameRights } from '../../same-rights.ts';
import '@fastify/multipart';
import { UPLOADED_FILES } from '@palier/contract';
import { ApiError } from '../../http/errors.ts';
import { newId } from '../../ids.ts';
import { stagingPath } from '../folders/index.ts';

export type StagedFile = SourceFile & { size_bytes: number };
export interface StagedForm {
  folder: string;
  files: StagedFile[];
  fields: Record<string, string>;
}

/** A new name for a staging folder, and for the import that takes it. */
export const newStagingId = newId;

/** Where files wait for their import, under the root of the facts or in a folder that goes with its process. */
export function stagingFolder(root: string, id: string): string {
  return join(root, stagingPath(id));
}

/**
 * Writes the form's files to a folder, each whole and on the disk before this resolves.
 * @throws 400 without a file, 403 when the caller's rights changed meanwhile, 413 beyond the limits that the route registered.
 */
export async function stageForm(request: FastifyRequest, folder: string): Promise<StagedForm> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const form: StagedForm = { folder, files: [], fields: {} };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') form.fields[part.fieldname] = part.value;
        continue;
      }
      if (isMapping(part)) form.fields.mapping ??= await textOf(part);
      else if (part.fieldname === UPLOADED_FILES)
        form.files.push(await stageFile(folder, form.files.length, part));
      else throw new ApiError('invalid_request', `Fichier joint sous un nom inattendu : ${part.fieldname}.`);
    }
    if (form.files.length === 0)
      throw new ApiError('invalid_request', 'Aucun fichier : joignez-en au moins un.');
    // Files may take hours to arrive.
    await requireSameRights(request);
    return form;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Letters of a mapping, as its field of the form has them at most. */
const MAPPING_LETTERS = 200_000;

/** The mapping may be sent as a file, under its own name or among the others. */
function isMapping({ fieldname, filename }: FilePart): boolean {
  return (
    fieldname === 'mapping' || (fieldname === UPLOADED_FILES && filename.toLowerCase() === 'mapping.json')
  );
}

async function textOf({ file }: FilePart): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of file) {
    const bytes = Buffer.from(piece);
    pieces.push(bytes);
    size += bytes.length;
    if (size > MAPPING_LETTERS)
      throw new ApiError('payload_too_large', 'Le fichier de correspondance est trop volumineux.');
  }
  return Buffer.concat(pieces).toString('utf8');
}

interface FilePart {
  fieldname: string;
  filename: string;
  file: NodeJS.ReadableStream & { truncated: boolean };
}

/** Customers name files as they like: only the number and a cleaned name reach the disk. */
async function stageFile(folder: string, index: number, part: FilePart): Promise<StagedFile> {
  const name = cleanName(part.filename) || `fichier-${index + 1}`;
  const path = join(folder, `${String(index).padStart(4, '0')}-${name.replaceAll(/[^\w.-]+/g, '_')}`);
  await pipeline(part.file, createWriteStream(`${path}.part`, { mode: 0o600 }));
  if (part.file.truncated) throw new ApiError('payload_too_large', `Le fichier ${name} est trop volumineux.`);
  const size_bytes = await syncedSize(`${path}.part`);
  await rename(`${path}.part`, path);
  return { path, name, size_bytes };
}

/** A file's name without its folders, nor what no database and no screen shows. */
const cleanName = (filename: string): string =>
  basename(filename.replaceAll('\\', '/'))
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 200);

/** Bytes of a file, once they are on the disk. */
async function syncedSize(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}
