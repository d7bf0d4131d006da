import { decodeManifest, isBackupId, MANIFEST, type Manifest } from './manifest.ts';
import { type BackupTarget, FileMissing } from './targets/backup-target.ts';

/** Complete backups, oldest first. A damaged manifest is an error. */
export async function listBackups(target: BackupTarget): Promise<Manifest[]> {
  const ids = listBackupIds(await target.list());
  const manifests: Manifest[] = [];
  for (const id of ids) manifests.push(await readManifest(target, id));
  return manifests;
}

export function listBackupIds(paths: readonly string[]): string[] {
  const ids = paths.filter((path) => path.endsWith(`/${MANIFEST}`)).map((path) => path.split('/')[0] ?? '');
  return ids.filter(isBackupId).sort();
}

export async function readManifest(target: BackupTarget, id: string): Promise<Manifest> {
  const path = `${id}/${MANIFEST}`;
  const bytes = await target.read(path).catch((error: unknown) => {
    throw error instanceof FileMissing ? new Error(`There is no backup ${id}.`) : error;
  });
  return decodeManifest(path, bytes);
}
