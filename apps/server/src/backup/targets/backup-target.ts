/** Where backups are stored. Paths are relative and use slashes. */
export interface BackupTarget {
  /** Complete and durable when it resolves; nothing is left when it rejects. */
  write(path: string, bytes: Buffer): Promise<void>;
  read(path: string): Promise<Buffer>;
  /** All files, with their path. */
  list(): Promise<string[]>;
  remove(path: string): Promise<void>;
}

/** There is no such file. */
export class FileMissing extends Error {}
