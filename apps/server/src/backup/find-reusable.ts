import { listBackupIds, readManifest } from './list-backups.ts';
import type { StoredFile } from './manifest.ts';
import type { BackupTarget } from './targets/backup-target.ts';

/** Shared files of the latest backup that the same key opens. */
export async function findReusable(target: BackupTarget, recipient: string | undefined): Promise<StoredFile[]> {
  const paths = await target.list();
  for (const id of listBackupIds(paths).toReversed()) {
    // A damaged backup must not prevent the next one.
    const manifest = await readManifest(target, id).catch(() => undefined);
    if (manifest?.recipient !== (recipient ?? null)) continue;
    const present = new Set(paths);
    return manifest.files.filter(({ path }) => path.startsWith('archive/') && present.has(path));
  }
  return [];
}
