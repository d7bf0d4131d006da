import type { BackupSettings } from '../../backup-settings.ts';
import type { BackupTarget } from './backup-target.ts';
import { openFolderTarget } from './folder-target.ts';
import { openS3Target } from './s3-target.ts';

export function openTarget({ to, s3 }: Pick<BackupSettings, 'to' | 's3'>): BackupTarget {
  if (s3) return openS3Target(s3);
  if (!to) throw new Error('Set BACKUP_TO to a folder, or to s3://bucket/prefix.');
  return openFolderTarget(to);
}
