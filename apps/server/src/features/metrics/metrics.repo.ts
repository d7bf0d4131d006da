import { isNull, min, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { certificates } from '../../stores/tables/certificates.ts';
import { trackingDomains } from '../../stores/tables/domains.ts';

export interface JobCount {
  queue: string;
  /** `failed` jobs have no attempts left. */
  state: 'due' | 'scheduled' | 'running' | 'failed';
  jobs: number;
}

export async function countJobs(db: Database): Promise<JobCount[]> {
  const { rows } = await db.execute<{ queue: string; state: JobCount['state']; jobs: number }>(sql`
    select task_identifier as queue,
      case when locked_at is not null then 'running'
        when attempts >= max_attempts then 'failed'
        when run_at <= now() then 'due' else 'scheduled' end as state,
      count(*)::int as jobs
    from graphile_worker.jobs group by 1, 2`);
  return rows;
}

/** Of the ordered certificates. */
export async function findFirstExpiry(db: Database): Promise<Date | null> {
  const [row] = await db.select({ first: min(certificates.notAfter) }).from(certificates);
  return row?.first ?? null;
}

export const countDomains = (db: Database): Promise<{ status: string; domains: number }[]> =>
  db
    .select({ status: trackingDomains.status, domains: sql<number>`count(*)::int` })
    .from(trackingDomains)
    .where(isNull(trackingDomains.removedAt))
    .groupBy(trackingDomains.status);
