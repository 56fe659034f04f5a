import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventName } from '@palier/contract';
import type { AppEvent, Events } from '../../../events/events.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Scope } from '../../../scope.ts';

const HEARTBEAT_MS = 25_000;
const HEARTBEAT = Buffer.from(': \n\n');
/** What may wait for a reader in this process, beyond what the system's own buffers took. */
const MAX_LAG_BYTES = 1024 * 1024;
/** How long a stream that ends has to hand over its last bytes. */
const END_LIMIT_MS = 5000;
/** Open at once in this process; a browser holds six at most. */
const MAX_OF_USER = 100;
const MAX_OF_ORGANIZATION = 2000;
/** The longest wait that a timer takes; a token that lives longer opens its stream again. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const STREAM_HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
};

interface StreamRequest {
  scope: Scope;
  /** Events of this project and of none; null: of the whole organisation. */
  project_id: string | null;
  /** The stream ends with the token that opened it. Seconds since 1970. */
  token_expires_at: number;
  /** Whether it has ended before: a logout that this process did not hear of, or not yet when the stream was opened. */
  isOver(): Promise<boolean>;
}

/** The streams that this process serves: it reads each event once, and hands the same bytes to all who follow. */
interface EventStreams {
  /** Answers with a stream, which may be told something of its own. @throws ApiError when too many are open */
  open(asked: StreamRequest, request: IncomingMessage, response: ServerResponse): OpenStream;
  /** How many are open. */
  count(): number;
}

/** A stream that has begun: what is published from then on is told. */
interface OpenStream {
  tell(type: EventName, data: Record<string, unknown>): void;
  end(): void;
}

/** What of an event somebody with a perimeter is told; null: nothing. */
export type Narrow = (scope: Scope, event: AppEvent) => Promise<AppEvent | null>;

interface Stream {
  scope: Scope;
  user_id: string;
  project_id: string | null;
  send(bytes: Buffer): void;
  end(): void;
}

/** Follows the events for the streams to come. All end when the server stops: their browsers find another one. */
export function openStreams(
  events: Pick<Events, 'subscribe'>,
  stopping: AbortSignal,
  narrow: Narrow,
): EventStreams {
  const streams = new Map<string, Set<Stream>>();
  /** What is being narrowed for a stream: its events keep their order. */
  const waiting = new WeakMap<Stream, Promise<void>>();
  const sendNarrowed = (stream: Stream, event: AppEvent): void => {
    const next = async (): Promise<void> => {
      const own = await narrow(stream.scope, event).catch(() => null);
      if (own) stream.send(bytesOf(own));
    };
    waiting.set(stream, (waiting.get(stream) ?? Promise.resolve()).then(next));
  };
  const endAll = (): void => {
    for (const neighbours of [...streams.values()]) for (const stream of [...neighbours]) stream.end();
  };
  const hear = (event: AppEvent): void => {
    if (event.type === 'access') {
      endStreamsOf(streams.get(event.organization_id), event.user_id);
      return;
    }
    let bytes: Buffer | undefined;
    for (const stream of streams.get(event.organization_id) ?? []) {
      if (!concerns(event, stream)) continue;
      if (stream.scope.perimeter) {
        sendNarrowed(stream, event);
        continue;
      }
      bytes ??= bytesOf(event);
      stream.send(bytes);
    }
  };
  // What was missed nobody knows: browsers that open another stream read again all that they show.
  events.subscribe(hear, endAll);
  stopping.addEventListener('abort', endAll);
  return {
    open({ scope, project_id, ...token }, request, response) {
      const { organization_id, user_id } = scope;
      const neighbours = streams.get(organization_id) ?? new Set<Stream>();
      refuseTooMany(neighbours, user_id);
      const pipe = startPipe(request, response, token, () => {
        if (neighbours.delete(stream) && neighbours.size === 0) streams.delete(organization_id);
      });
      const stream: Stream = { scope, user_id, project_id, ...pipe };
      streams.set(organization_id, neighbours.add(stream));
      return { tell: (type, data) => stream.send(bytesOf({ type, data })), end: pipe.end };
    },
    count: () => [...streams.values()].reduce((sum, { size }) => sum + size, 0),
  };
}

/** Her browsers open others, as she is now, and read again what they show. */
function endStreamsOf(neighbours: Iterable<Stream> = [], user_id: string | undefined): void {
  for (const stream of [...neighbours]) if (stream.user_id === user_id) stream.end();
}

const bytesOf = ({ type, data }: { type: string; data: Record<string, unknown> }) =>
  Buffer.from(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);

function concerns(event: AppEvent, { project_id, user_id }: Stream): boolean {
  if (event.user_id !== undefined && event.user_id !== user_id) return false;
  return project_id === null || event.project_id === null || event.project_id === project_id;
}

function refuseTooMany(neighbours: ReadonlySet<Stream>, user_id: string): void {
  if (neighbours.size >= MAX_OF_ORGANIZATION) {
    throw new ApiError(
      'too_many_requests',
      `Votre organisation a déjà ${MAX_OF_ORGANIZATION} écrans ouverts à la fois : les changements des autres s’afficheront ici quand l’un d’eux sera fermé.`,
    );
  }
  const own = [...neighbours].filter((stream) => stream.user_id === user_id).length;
  if (own >= MAX_OF_USER) {
    throw new ApiError(
      'too_many_requests',
      `Vous avez déjà ${MAX_OF_USER} écrans ouverts à la fois : fermez-en pour que les changements des autres s’affichent ici.`,
    );
  }
}

/** Writes the head, and then what is sent: until the reader leaves, lags too far behind, or its token is over. */
function startPipe(
  request: IncomingMessage,
  response: ServerResponse,
  { token_expires_at, isOver }: Pick<StreamRequest, 'token_expires_at' | 'isOver'>,
  onEnd: () => void,
): Pick<Stream, 'send' | 'end'> {
  const { socket } = request;
  response.writeHead(200, STREAM_HEAD);
  const leave = () => {
    clearInterval(heartbeat);
    clearTimeout(expiry);
    onEnd();
  };
  const send = (bytes: Buffer) => {
    response.write(bytes);
    if (response.writableLength <= MAX_LAG_BYTES) return;
    leave();
    socket.destroy();
  };
  const end = () => {
    leave();
    response.end();
    // A reader that takes nothing would keep its connection, and what waits for it, for ever.
    setTimeout(() => socket.destroy(), END_LIMIT_MS).unref();
  };
  const beat = async () => {
    const over = await isOver();
    if (response.writableEnded || response.destroyed) return;
    if (over) end();
    else send(HEARTBEAT);
  };
  const heartbeat = setInterval(() => void beat(), HEARTBEAT_MS);
  const life = token_expires_at * 1000 - Date.now();
  const expiry = setTimeout(end, Math.min(Math.max(life, 0), LONGEST_TIMER_MS));
  request.once('close', leave);
  send(Buffer.from('retry: 2000\n\n'));
  return { send, end };
}
