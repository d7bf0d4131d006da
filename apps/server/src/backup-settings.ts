import { resolve } from 'node:path';
import { type KeepRule, parseKeepRule } from '@poklik/domain/backups/keep-rule';
import type { Environment } from './environment.ts';

export interface BackupSettings {
  /** A folder. */
  to: string | undefined;
  /** Daily, in UTC. */
  at: string;
  keep: KeepRule;
  /** An age public key; without one, backups are not encrypted. */
  recipient: string | undefined;
  /** File with the private key, for restoring. */
  identityFile: string | undefined;
  /** False if the operator backs up the ClickHouse server otherwise. */
  withClickhouse: boolean;
}

export function parseBackups(values: Environment): BackupSettings {
  return {
    to: values.BACKUP_TO && resolve(values.BACKUP_TO),
    at: values.BACKUP_AT,
    keep: parseKeepRule(values.BACKUP_KEEP) as KeepRule,
    recipient: values.BACKUP_RECIPIENT,
    identityFile: values.BACKUP_IDENTITY,
    withClickhouse: values.BACKUP_CLICKHOUSE === '1',
  };
}
