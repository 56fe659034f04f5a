import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorBody } from '@palier/contract';
import type { Config } from '../config.ts';
import { safetyHeaders } from './headers.ts';

/** What Node found of a request that it could not read, by its code; anything else is malformed. */
const FAULTS: Readonly<Record<string, [number, ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'payload_too_large', 'L’adresse ou les en-têtes de la demande sont trop longs.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'La demande est trop volumineuse.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_request', 'La demande a mis trop de temps à arriver.'],
};
const MALFORMED: [number, ErrorCode, string] = [
  400,
  'invalid_request',
  'La demande ne suit pas le protocole HTTP.',
];

/** Answers what is no request, which no route, hook or handler of faults sees, and closes its connection. */
export function refuseMalformed({ public_url }: Pick<Config, 'public_url'>) {
  const headers = { ...safetyHeaders(public_url), 'content-type': 'application/json; charset=utf-8' };
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const [status, code, sentence] = FAULTS[error.code ?? ''] ?? MALFORMED;
    const body = JSON.stringify(errorBody(code, sentence));
    const lines = Object.entries({
      ...headers,
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    if (socket.writable)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroy(error);
  };
}
