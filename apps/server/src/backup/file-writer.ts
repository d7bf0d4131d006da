import type { BackupTarget } from './backup-target.ts';
import { type StoredFile, sha256 } from './manifest.ts';
import { sealFile } from './sealed-file.ts';

/** Files are cut so that each fits into memory and one request; a cut upload repeats one file. */
export const FILE_BYTES = 16 * 1024 * 1024;

/** Writes the files of one backup and remembers them. */
export class FileWriter {
  readonly files = new Map<string, StoredFile>();
  readonly #target: BackupTarget;
  readonly #recipient: string | undefined;
  readonly #reusable: ReadonlyMap<string, StoredFile>;
  readonly #written: string[] = [];

  /** `reusable` are files of an earlier backup, whose path says what they contain. */
  constructor(target: BackupTarget, recipient: string | undefined, reusable: readonly StoredFile[]) {
    this.#target = target;
    this.#recipient = recipient;
    this.#reusable = new Map(reusable.map((file) => [file.path, file]));
  }

  get bytesWritten(): number {
    return this.#written.reduce((sum, path) => sum + (this.files.get(path)?.bytes ?? 0), 0);
  }

  /** Makes a file of an earlier backup part of this one. */
  share(file: StoredFile): void {
    this.files.set(file.path, file);
  }

  /** Reads the content only if no earlier backup has it. */
  async add(path: string, read: () => Promise<Buffer>): Promise<string> {
    const reused = this.#reusable.get(path);
    if (reused) {
      this.share(reused);
      return path;
    }
    const bytes = await sealFile(await read(), this.#recipient);
    await this.#target.write(path, bytes);
    this.#written.push(path);
    this.files.set(path, { path, bytes: bytes.length, sha256: sha256(bytes) });
    return path;
  }

  /** Takes a file out of the backup; one of an earlier backup stays there. */
  async discard(path: string): Promise<void> {
    this.files.delete(path);
    const index = this.#written.indexOf(path);
    if (index === -1) return;
    this.#written.splice(index, 1);
    await this.#target.remove(path);
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
    written.push(await writer.add(`${folder}/${name}.${written.length + 1}`, async () => Buffer.concat(chunks)));
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
