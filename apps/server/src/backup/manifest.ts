import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** Increased when older versions can no longer read a backup. */
const FORMAT = 1;
export const MANIFEST = 'manifest.json';

const StoredFile = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() });
export type StoredFile = z.infer<typeof StoredFile>;

/** Segments of the click log and the postback log. */
const Segments = z.array(
  z.object({ log: z.enum(['events', 'postbacks']), node: z.string(), name: z.string(), files: z.array(z.string()) }),
);

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.string(),
  sum: z.string(),
  files: z.array(z.string()),
});

const Manifest = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  /** Of the program. */
  version: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  /** The public key that it is encrypted for; null if it is not. */
  recipient: z.nullable(z.string()),
  /** Only of an hourly backup: the full one that the rows of ClickHouse and the checkpoint come from. */
  base: z.exactOptional(z.string()),
  /** How many days the logs were kept; missing in backups of earlier versions. */
  logDays: z.exactOptional(z.int()),
  files: z.array(StoredFile),
  postgres: z.object({
    tables: z.array(Table),
    sequences: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
    migrations: z.array(z.number()),
    /** Missing in backups of earlier versions. */
    takenAt: z.exactOptional(z.string()),
  }),
  /** Null if left out. Conversions and metrics are not copied: they are built again from PostgreSQL and the rows. */
  clickhouse: z.nullable(z.array(Table)),
  segments: Segments,
  /** How far the click log was in ClickHouse before its rows were copied. */
  checkpoint: z.record(
    z.string(),
    z.object({ offset: z.int(), doneAt: z.exactOptional(z.int()), size: z.exactOptional(z.int()) }),
  ),
  /** Files of the data folder that open encrypted values. */
  keys: z.array(z.object({ path: z.string(), file: z.string() })),
});
export type Manifest = z.infer<typeof Manifest>;

/** The logs without databases, as of a minute ago at most. It is replaced as a whole. */
const LogArchive = z.object({
  format: z.literal(FORMAT),
  /** Everything that was acknowledged before is in it. */
  startedAt: z.string(),
  recipient: z.nullable(z.string()),
  logDays: z.int(),
  files: z.array(StoredFile),
  segments: Segments,
});
export type LogArchive = z.infer<typeof LogArchive>;

/** When the rows of ClickHouse were copied, at the earliest. */
export const timeOfRows = ({ base, id }: Pick<Manifest, 'base' | 'id'>): number => timeOfBackup(base ?? id).getTime();

/** With a checksum of its own. */
export function encodeManifest(manifest: Manifest | LogArchive): Buffer {
  return Buffer.from(`${JSON.stringify({ sha256: checksum(manifest), manifest }, null, 1)}\n`);
}

export const decodeManifest = (path: string, bytes: Buffer): Manifest => decode(Manifest, path, bytes);
export const decodeLogArchive = (path: string, bytes: Buffer): LogArchive => decode(LogArchive, path, bytes);

function decode<T>(schema: z.ZodMiniType<T>, path: string, bytes: Buffer): T {
  const { sha256, manifest } = parse(path, bytes);
  if (checksum(manifest) !== sha256) throw new Error(`${path} is damaged.`);
  const { format } = manifest as { format?: number };
  if (format !== FORMAT)
    throw new Error(`This program is older than ${path}: it has format ${format}, this program knows ${FORMAT}.`);
  return z.parse(schema, manifest);
}

function parse(path: string, bytes: Buffer): { sha256: string; manifest: object } {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Error(`${path} is damaged.`);
  }
}

const checksum = (manifest: unknown): string => sha256(Buffer.from(JSON.stringify(manifest)));

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const ID = /^\d{8}T\d{6}Z$/;
/** Sorts by time; only for folders of backups. */
export const isBackupId = (text: string): boolean => ID.test(text);
export const backupId = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
export const timeOfBackup = (id: string): Date =>
  new Date(id.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
