import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import process from 'node:process';
import { CancelledError } from '@palier/analytics';
import { ReadingStopped, type StopReason } from './stopped.ts';
import { type Ask, errorOf, type Say } from './wire.ts';

export interface ReaderLimits {
  /** Memory of the whole process, and of its JavaScript. */
  memory_bytes: number;
  heap_bytes: number;
}

export interface TaskRun {
  signal?: AbortSignal | undefined;
  /** Ends the reader when it has reported nothing new for so long; starts again at each stage. */
  time_ms(stage: string | null): number;
  onProgress?: ((progress: { stage: string; label: string; share: number }) => void) | undefined;
  onPart?: ((part: unknown) => void) | undefined;
}

/** What a reader needs of the server's surroundings; no secret of the server reaches it. */
const ENVIRONMENT =
  /^(PATH|HOME|TMPDIR|TEMP|TMP|TZ|LANG|LC_\w+|SystemRoot|UV_\w+|MALLOC_\w+|NODE_COMPILE_CACHE)$/i;
/** Below those who answer people. */
const NICE = 5;
const KEPT_LETTERS = 2000;

/** One process that reads files, one task at a time. */
export class Reader {
  readonly #child: ChildProcess;
  #alive = true;
  /** The server let go of it. */
  #ended = false;
  #said = '';
  #process_name: string | null = null;
  /** Memory after the last task. */
  memory_bytes = 0;

  constructor({ memory_bytes, heap_bytes }: ReaderLimits) {
    const environment = Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name));
    this.#child = fork(new URL('./process.ts', import.meta.url), [String(memory_bytes)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: Object.fromEntries(environment),
      execArgv: [
        `--max-old-space-size=${Math.round(heap_bytes / 1e6)}`,
        '--disable-warning=ExperimentalWarning',
      ],
    });
    this.#child.stderr?.on('data', (text) => {
      this.#said = (this.#said + text).slice(-KEPT_LETTERS);
    });
    this.#child.on('exit', () => {
      this.#alive = false;
    });
    this.#child.on('message', (said: Say) => {
      if (said.say === 'hello') this.#process_name = said.process_name;
    });
    this.#child.on('error', () => {}); // reported by the exit
    try {
      if (this.#child.pid) setPriority(this.#child.pid, NICE);
    } catch {} // reads at the server's own priority
    this.#rest();
  }

  get alive(): boolean {
    return this.#alive && this.#child.connected;
  }

  /** Its mark on what it writes; null as long as it has written nothing. */
  get process_name(): string | null {
    return this.#process_name;
  }

  /** What it last wrote for those who run the server. */
  get lastWords(): string {
    return this.#said;
  }

  /** @throws ReadingStopped when the reader dies of it, CancelledError when the signal fires, the task's own errors */
  run<O>(ask: Ask, { signal, time_ms, onProgress, onPart }: TaskRun): Promise<O> {
    const child = this.#child;
    let file: string | null = null;
    let stage: string | null = null;
    let overdue = false;
    this.#awake();
    return new Promise<O>((resolve, reject) => {
      const late = (): void => {
        overdue = true;
        this.end();
      };
      let timer = setTimeout(late, time_ms(null));
      const finish = (settle: () => void): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        child.off('message', hear).off('exit', mourn).off('error', reject);
        if (this.alive) this.#rest();
        settle();
      };
      const cancel = (): void => this.end(); // and the exit is awaited: what it was writing may then be cleaned
      const hear = (said: Say): void => {
        if (said.say === 'file') file = said.name;
        else if (said.say === 'hello') return;
        else if (said.say === 'part') onPart?.(said.part);
        else if (said.say === 'progress') {
          if (said.stage !== stage) {
            stage = said.stage;
            clearTimeout(timer);
            timer = setTimeout(late, time_ms(stage));
          }
          onProgress?.(said);
        } else if (said.say === 'failed') finish(() => reject(errorOf(said.failure)));
        else {
          this.memory_bytes = said.memory_bytes;
          finish(() => resolve(said.output as O));
        }
      };
      const mourn = (_code: number | null, killer: NodeJS.Signals | null): void => {
        const stopped = new ReadingStopped(overdue ? 'time' : reasonOf(killer), file);
        finish(() => reject(this.#ended && !overdue ? new CancelledError('Lecture annulée') : stopped));
      };
      child.on('message', hear).on('exit', mourn).on('error', reject);
      signal?.addEventListener('abort', cancel, { once: true });
      if (signal?.aborted) finish(() => reject(new CancelledError('Lecture annulée')));
      else if (this.alive) child.send(ask, () => {});
      else mourn(null, null);
    });
  }

  /** An idle reader does not keep the process alive. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    if (this.#child.stderr instanceof Socket) this.#child.stderr.unref();
  }

  #awake(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  end(): void {
    this.#ended = true;
    this.#child.kill('SIGKILL');
  }
}

/** Its own watch, or the system's, ends a reader that holds too much with SIGKILL; JavaScript aborts. */
function reasonOf(killer: NodeJS.Signals | null): StopReason {
  return killer === 'SIGKILL' || killer === 'SIGABRT' ? 'memory' : 'crash';
}
