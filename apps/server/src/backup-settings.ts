import { resolve } from 'node:path';
import { type KeepRule, parseKeepRule } from '@poklik/domain/backups/keep-rule';
import type { Environment } from './environment.ts';

/** An S3-compatible service. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  /** Without slashes around it; may be empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface BackupSettings {
  /** A folder, or the URL of a bucket. */
  to: string | undefined;
  s3: S3Settings | undefined;
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
  const s3 = parseS3(values);
  return {
    to: s3 ? values.BACKUP_TO : values.BACKUP_TO && resolve(values.BACKUP_TO),
    s3,
    at: values.BACKUP_AT,
    keep: parseKeepRule(values.BACKUP_KEEP) as KeepRule,
    recipient: values.BACKUP_RECIPIENT,
    identityFile: values.BACKUP_IDENTITY,
    withClickhouse: values.BACKUP_CLICKHOUSE === '1',
  };
}

function parseS3(values: Environment): S3Settings | undefined {
  const { BACKUP_TO = '', AWS_REGION: region } = values;
  const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(BACKUP_TO)?.[1];
  if (scheme === undefined) return undefined;
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z\d][a-z\d.-]+)(?:\/(.*))?$/.exec(BACKUP_TO) ?? [];
  if (bucket === undefined) throw invalid('BACKUP_TO: must be a folder or a URL such as s3://bucket/prefix');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (!accessKeyId || !secretAccessKey)
    throw invalid('BACKUP_TO: an s3:// URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const endpoint = (values.AWS_ENDPOINT_URL ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  return { endpoint, region, bucket, prefix: prefix.replace(/^\/+|\/+$/g, ''), accessKeyId, secretAccessKey };
}

const invalid = (line: string): Error => new Error(`Invalid settings:\n  ${line}`);
