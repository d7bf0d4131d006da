import { randomBytes } from 'node:crypto';
import { type StoredFile, sha256 } from './manifest.ts';
import { sealFile } from './sealed-file.ts';
import { type BackupTarget, FileMissing } from './targets/backup-target.ts';

/** Files are cut so that each fits into memory and one request; a cut upload repeats one file. */
export const FILE_BYTES = 16 * 1024 * 1024;

/** Of a shared file. */
const UNIQUE_END = /~[0-9a-f]{8}$/;

/** Writes the files of one backup and remembers them. */
export class FileWriter {
  readonly files = new Map<string, StoredFile>();
  readonly #target: BackupTarget;
  readonly #recipient: string | undefined;
  readonly #reusable: ReadonlyMap<string, StoredFile>;
  readonly #written: string[] = [];

  /** `reusable` are shared files of earlier backups, whose name says what they contain. */
  constructor(target: BackupTarget, recipient: string | undefined, reusable: readonly StoredFile[]) {
    this.#target = target;
    this.#recipient = recipient;
    this.#reusable = new Map(reusable.map((file) => [file.path.replace(UNIQUE_END, ''), file]));
  }

  get bytesWritten(): number {
    return this.#written.reduce((sum, path) => sum + (this.files.get(path)?.bytes ?? 0), 0);
  }

  /** Names of shared files that earlier backups have. */
  get reusableNames(): Iterable<string> {
    return this.#reusable.keys();
  }

  /** Makes a file of an earlier backup part of this one. */
  share(file: StoredFile): void {
    this.files.set(file.path, file);
  }

  /** Writes a file that only this backup has. */
  async add(path: string, bytes: Buffer): Promise<string> {
    const sealed = await sealFile(bytes, this.#recipient);
    this.#written.push(path);
    await this.#target.write(path, sealed);
    this.files.set(path, { path, bytes: sealed.length, sha256: sha256(sealed) });
    return path;
  }

  /**
   * Reads the content only if no earlier backup has it. What is written gets a unique name: the same content is another
   * file with another key, and must not replace that of a backup.
   */
  async addShared(name: string, read: () => Promise<Buffer>): Promise<string> {
    const reused = this.#reusable.get(name);
    if (!reused) return this.add(`${name}~${randomBytes(4).toString('hex')}`, await read());
    this.share(reused);
    return reused.path;
  }

  /** Takes a file out of the backup; one of an earlier backup stays there. */
  async discard(path: string): Promise<void> {
    this.files.delete(path);
    const index = this.#written.indexOf(path);
    if (index === -1) return;
    this.#written.splice(index, 1);
    await this.#target.remove(path);
  }

  /** Writes the manifest, the last file. */
  async finish(path: string, manifest: Buffer): Promise<void> {
    try {
      await this.#target.write(path, manifest);
    } catch (error) {
      // It may have been written although the answer was lost, and then needs its files.
      const found = await this.#target.read(path).catch((failure: unknown) => failure instanceof FileMissing);
      if (found === false || (Buffer.isBuffer(found) && found.equals(manifest))) this.#written.length = 0;
      throw error;
    }
  }

  /** After a failure. */
  async removeWritten(): Promise<void> {
    for (const path of this.#written) await this.#target.remove(path).catch(() => undefined);
  }
}

/** Collects chunks and writes them as numbered files. */
export function createSplitter(writer: FileWriter, folder: string) {
  const paths = new Map<string, string[]>();
  let current: { name: string; chunks: Buffer[]; bytes: number } | undefined;
  const flush = async () => {
    if (!current) return;
    const { name, chunks } = current;
    current = undefined;
    const written = paths.get(name) ?? [];
    paths.set(name, written);
    written.push(await writer.add(`${folder}/${name}.${written.length + 1}`, Buffer.concat(chunks)));
  };
  return {
    async push(name: string, chunk: Buffer): Promise<void> {
      if (current?.name !== name) await flush();
      current ??= { name, chunks: [], bytes: 0 };
      current.chunks.push(chunk);
      current.bytes += chunk.length;
      if (current.bytes >= FILE_BYTES) await flush();
    },
    flush,
    pathsOf: (name: string): string[] => paths.get(name) ?? [],
  };
}
