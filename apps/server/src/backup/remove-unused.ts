import { type KeepRule, selectKept } from '@poklik/domain/backups/keep-rule';
import { listBackupIds, readManifest } from './list-backups.ts';
import { readLogArchive } from './log-archive.ts';
import { isBackupId, MANIFEST, timeOfBackup } from './manifest.ts';
import type { BackupTarget } from './targets/backup-target.ts';

/**
 * Removes backups that the rule does not keep, and files that neither a backup nor the log archive uses, such as those
 * of an interrupted backup. A manifest goes first, so that an interruption leaves no backup without its files.
 */
export async function removeUnused(target: BackupTarget, rule: KeepRule): Promise<{ removed: string[] }> {
  const paths = await target.list();
  const ids = listBackupIds(paths);
  const kept = selectKept(
    ids.map((id) => ({ id, at: timeOfBackup(id) })),
    rule,
  );
  const removed = ids.filter((id) => !kept.has(id));
  // Read before anything is removed: a damaged manifest does not say which files it needs.
  const used = new Set<string>();
  for (const id of kept) for (const { path } of (await readManifest(target, id)).files) used.add(path);
  for (const { path } of (await readLogArchive(target))?.files ?? []) used.add(path);
  for (const id of removed) await target.remove(`${id}/${MANIFEST}`);
  const isOwn = (path: string) => path.startsWith('archive/') || isBackupId(path.split('/')[0] ?? '');
  const isManifest = (path: string) => path.endsWith(`/${MANIFEST}`);
  for (const path of paths) if (isOwn(path) && !isManifest(path) && !used.has(path)) await target.remove(path);
  return { removed };
}
