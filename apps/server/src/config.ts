import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** How mails are sent. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with the name and password if the server asks for them. */
  url: string;
  /** Who they come from. */
  from: string;
}

/** The server's settings, checked once at start. Nothing else reads `process.env`. */
export interface Config {
  port: number;
  host: string;
  public_url: string;
  data_folder: string;
  /** Where the facts are when they are in an object store: `s3://bucket/prefix`; null: in the data folder. */
  facts_store: string | null;
  /** What this process keeps of them on its disk, in MB. */
  facts_cache_mb: number;
  /** Start with an empty data folder though the database expects one with facts. */
  accept_new_data: boolean;
  /** What does not fit in memory: on a local disk, each process in a folder of its own. */
  temp_folder: string;
  database_url: string | null;
  /** Connections to PostgreSQL that this process opens at most. */
  pool_size: number;
  /** Hosts that pictures may come from, as a page's policy names them; null: any, over https. */
  image_hosts: readonly string[] | null;
  production: boolean;
  /** Addresses of the proxies whose word is taken for the caller's address. */
  trusted_proxies: readonly string[];
  /** Where a process that only works on jobs answers health and measures; nowhere when null. */
  worker_port: number | null;
  /** The longest that PostgreSQL works on one statement. */
  statement_seconds: number;
  /** What `/metrics` asks for; without one, only this machine reads them. */
  metrics_token: string | null;
  /** The server that sends mails; null: news are on screen alone. */
  smtp: SmtpSettings | null;
  run_jobs: boolean;
  /** Memory of the database that answers listings, in MB. */
  listing_memory_mb: number;
  /** Memory of the process that reads an import's files, in MB. */
  reader_memory_mb: number;
  demo: boolean;
  demo_products: number;
  /** Checks answers against the contract too. */
  check_answers: boolean;
  /** How long a process asked to stop still takes requests, not ready any more: proxies turn to another. */
  leave_seconds: number;
  /** How long a stop waits for the requests and jobs under way. */
  stop_seconds: number;
  log_level: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  environment: Readonly<Record<string, string>>;
}

/** A mistake of the person who starts the server: its message is one clear French sentence. */
export class StartError extends Error {
  override name = 'StartError';
}

const flag = () =>
  z
    .enum(['0', '1', 'true', 'false', 'oui', 'non'], { error: 'attend oui ou non' })
    .transform((text) => ['1', 'true', 'oui'].includes(text))
    .optional();

const list = (text: string): string[] => text.split(',').map((one) => one.trim());

/** `photos.example.com` or `*.example.com`: no path, quote or blank gets into a header. */
const isHost = (text: string): boolean => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/i.test(text);

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Every setting that the server reads, but those of sign-in (`identity/settings.ts`). */
export const variables = z.object({
  PALIER_PORT: z.coerce
    .number({ error: 'attend un numéro de port' })
    .int({ error: 'attend un numéro de port entier' })
    .min(1, { error: 'attend un port de 1 à 65535' })
    .max(65535, { error: 'attend un port de 1 à 65535' })
    .default(4600),
  PALIER_HOST: z.string().min(1).default('127.0.0.1'),
  PALIER_DATA: z.string().min(1, { error: 'attend un dossier' }).default('./.data'),
  PALIER_FACTS: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/, {
      error: 'attend une adresse s3://seau/préfixe',
    })
    .optional(),
  PALIER_FACTS_CACHE: z.coerce
    .number({ error: 'attend un nombre de mégaoctets' })
    .int({ error: 'attend un nombre entier de mégaoctets' })
    .min(100, { error: 'attend au moins 100 mégaoctets' })
    .default(20_000),
  PALIER_NEW_DATA: flag(),
  PALIER_TEMP: z.string().min(1, { error: 'attend un dossier' }).optional(),
  PALIER_PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'attend une adresse http(s)' }).optional(),
  PALIER_TRUSTED_PROXIES: z
    .string()
    .transform(list)
    .refine((addresses) => addresses.every(isAddressOrRange), {
      error: 'attend des adresses ou des plages (10.0.0.0/8) séparées par des virgules',
    })
    .optional(),
  PALIER_IMAGE_HOSTS: z
    .string()
    .transform(list)
    .refine((hosts) => hosts.every(isHost), {
      error: 'attend des noms de machines (photos.exemple.fr, *.exemple.fr) séparés par des virgules',
    })
    .optional(),
  PALIER_METRICS_TOKEN: z.string().min(16, { error: 'attend 16 caractères ou plus' }).optional(),
  PALIER_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'attend une adresse smtp:// ou smtps://' })
    .optional(),
  PALIER_SMTP_FROM: z
    .string()
    .regex(/^(.+ <\S+@\S+>|\S+@\S+)$/, { error: 'attend une adresse (Palier <palier@exemple.fr>)' })
    .optional(),
  PALIER_JOBS: flag(),
  PALIER_WORKER_PORT: z.coerce
    .number({ error: 'attend un numéro de port' })
    .int({ error: 'attend un numéro de port entier' })
    .min(1, { error: 'attend un port de 1 à 65535' })
    .max(65535, { error: 'attend un port de 1 à 65535' })
    .optional(),
  PALIER_STATEMENT_SECONDS: z.coerce
    .number({ error: 'attend un nombre de secondes' })
    .int({ error: 'attend un nombre entier de secondes' })
    .min(10, { error: 'attend de 10 à 3600 secondes' })
    .max(3600, { error: 'attend de 10 à 3600 secondes' })
    .default(300),
  PALIER_LISTING_MEMORY: z.coerce
    .number({ error: 'attend un nombre de mégaoctets' })
    .int({ error: 'attend un nombre entier de mégaoctets' })
    .min(200, { error: 'attend au moins 200 mégaoctets' })
    .default(800),
  PALIER_READER_MEMORY: z.coerce
    .number({ error: 'attend un nombre de mégaoctets' })
    .int({ error: 'attend un nombre entier de mégaoctets' })
    .min(600, { error: 'attend au moins 600 mégaoctets' })
    .default(1200),
  PALIER_DEMO: flag(),
  PALIER_DEMO_PRODUCTS: z.coerce
    .number({ error: 'attend un nombre de produits' })
    .int({ error: 'attend un nombre entier de produits' })
    .min(20, { error: 'attend au moins 20 produits' })
    .default(2000),
  PALIER_LEAVE_SECONDS: z.coerce
    .number({ error: 'attend un nombre de secondes' })
    .int({ error: 'attend un nombre entier de secondes' })
    .min(0, { error: 'attend de 0 à 600 secondes' })
    .max(600, { error: 'attend de 0 à 600 secondes' })
    .default(0),
  PALIER_STOP_SECONDS: z.coerce
    .number({ error: 'attend un nombre de secondes' })
    .int({ error: 'attend un nombre entier de secondes' })
    .min(1, { error: 'attend de 1 à 3600 secondes' })
    .max(3600, { error: 'attend de 1 à 3600 secondes' })
    .default(25),
  PALIER_LOG: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'], {
      error: 'attend silent, error, warn, info ou debug',
    })
    .default('warn'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'attend une adresse postgresql://' })
    .optional(),
  PALIER_POOL: z.coerce
    .number({ error: 'attend un nombre de connexions' })
    .int({ error: 'attend un nombre entier de connexions' })
    .min(4, { error: 'attend de 4 à 500 connexions' })
    .max(500, { error: 'attend de 4 à 500 connexions' })
    .default(20),
  NODE_ENV: z.string().optional(),
});

/**
 * Reads the settings from environment variables.
 * @throws StartError naming every wrong variable at once.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartError(`Configuration incorrecte : ${faults.join(' ; ')}.`);
  }
  const values = parsed.data;
  const { PALIER_SMTP_URL: url, PALIER_SMTP_FROM: from } = values;
  if ((url === undefined) !== (from === undefined)) {
    throw new StartError('Configuration incorrecte : PALIER_SMTP_URL et PALIER_SMTP_FROM vont ensemble.');
  }
  const production = values.NODE_ENV === 'production';
  return {
    port: values.PALIER_PORT,
    host: values.PALIER_HOST,
    public_url: (values.PALIER_PUBLIC_URL ?? `http://localhost:${values.PALIER_PORT}`).replace(/\/+$/, ''),
    data_folder: resolve(values.PALIER_DATA),
    facts_store: values.PALIER_FACTS ?? null,
    facts_cache_mb: values.PALIER_FACTS_CACHE,
    accept_new_data: values.PALIER_NEW_DATA ?? false,
    temp_folder: resolve(values.PALIER_TEMP ?? defaultTemp(values)),
    database_url: values.DATABASE_URL ?? null,
    pool_size: values.PALIER_POOL,
    image_hosts: values.PALIER_IMAGE_HOSTS ?? null,
    production,
    trusted_proxies: values.PALIER_TRUSTED_PROXIES ?? (production ? ['127.0.0.1', '::1'] : []),
    worker_port: values.PALIER_WORKER_PORT ?? null,
    statement_seconds: values.PALIER_STATEMENT_SECONDS,
    metrics_token: values.PALIER_METRICS_TOKEN ?? null,
    smtp: url !== undefined && from !== undefined ? { url, from } : null,
    run_jobs: values.PALIER_JOBS ?? true,
    listing_memory_mb: values.PALIER_LISTING_MEMORY,
    reader_memory_mb: values.PALIER_READER_MEMORY,
    demo: values.PALIER_DEMO ?? !production,
    demo_products: values.PALIER_DEMO_PRODUCTS,
    check_answers: !production,
    leave_seconds: values.PALIER_LEAVE_SECONDS,
    stop_seconds: values.PALIER_STOP_SECONDS,
    log_level: values.PALIER_LOG,
    environment: given as Record<string, string>,
  };
}

/** A data folder beside PostgreSQL may be shared over a network; one with the embedded database is on this machine. */
function defaultTemp({
  PALIER_DATA,
  DATABASE_URL,
}: {
  PALIER_DATA: string;
  DATABASE_URL?: string | undefined;
}) {
  return DATABASE_URL === undefined ? join(PALIER_DATA, 'temp') : join(tmpdir(), 'palier');
}
