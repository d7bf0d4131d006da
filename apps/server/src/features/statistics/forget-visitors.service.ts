import { SOURCE_ID_DAYS } from '@poklik/domain/clicks/source-ids';
import type { Services } from '../../services.ts';
import { deleteRowsBefore, removeClickIdsBefore, truncateIpsBefore } from '../../stats/retention/data-retention.ts';
import { askAll } from '../../stores/shards/ask-shards.ts';
import { listRetention } from './statistics.repo.ts';

const DAY_SECONDS = 86_400;

interface Limits {
  /** In seconds. */
  now: number;
  /** 0 keeps IP addresses. */
  fullIpDays: number;
}

/**
 * Deletes clicks past the retention of their account's plan and old identifiers of sources, and truncates IP addresses past
 * the configured age.
 */
export async function forgetVisitors(
  { db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>,
  { now, fullIpDays }: Limits,
): Promise<void> {
  const daysAgo = (days: number): number => now - days * DAY_SECONDS;
  const accounts = await listRetention(db);
  for (const days of new Set(accounts.map(({ retentionDays }) => retentionDays))) {
    const ids = accounts.filter(({ retentionDays }) => retentionDays === days).map(({ id }) => id);
    await askAll(clickhouse, ({ client }) => deleteRowsBefore(client, ids, daysAgo(days)));
  }
  await askAll(clickhouse, ({ client }) => removeClickIdsBefore(client, daysAgo(SOURCE_ID_DAYS)));
  if (fullIpDays > 0) await askAll(clickhouse, ({ client }) => truncateIpsBefore(client, daysAgo(fullIpDays)));
}
