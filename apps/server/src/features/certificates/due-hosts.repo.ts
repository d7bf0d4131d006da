import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

/** A host whose certificate has to be ordered or renewed. */
export interface DueHost {
  host: string;
  /** The certificate to renew; null for a new host. */
  chain: string | null;
  failures: number;
}

interface DueOptions {
  /** Hosts that need a certificate besides tracking domains. */
  hosts: readonly string[];
  /** Whether customers' subdomains of the zone need their own. */
  withGivenHosts: boolean;
  directory: string;
  now: Date;
  limit: number;
}

/**
 * Hosts with an order due, renewals first. Own domains need green checks; one that answers over HTTPS without our
 * certificate has another one, for example of a CDN.
 */
export async function listDueHosts(db: Database, options: DueOptions): Promise<DueHost[]> {
  const { hosts, withGivenHosts, directory, now, limit } = options;
  const { rows } = await db.execute<{ host: string; chain: string | null; failures: number }>(sql`
    with wanted as (
      select unnest(${sql.param([...hosts])}::text[]) as host
      union
      select host from tracking_domains domain
      where removed_at is null and kind = 'own' and status in ('active', 'failing')
        and checks -> 'ownership' ->> 'state' = 'ok' and checks -> 'reachable' ->> 'state' = 'ok'
        and (checks -> 'certificate' ->> 'state' is distinct from 'ok'
          or exists (select 1 from certificates where certificates.host = domain.host))
      union
      select host from tracking_domains domain
      where ${withGivenHosts} and removed_at is null and kind = 'given' and status = 'active'
        and exists (select 1 from campaigns
          where campaigns.account_id = domain.account_id and campaigns.deleted_at is null
            and campaigns.status = 'active'
            and domain.id::text in (settings ->> 'domain_id', settings ->> 'spare_domain_id'))
    )
    select wanted.host, certificates.chain, coalesce(failures, 0) as failures
    from wanted left join certificates on certificates.host = wanted.host
    where certificates.id is null or next_try_at <= ${now.toISOString()}
      or (chain is not null and failures = 0 and source <> ${directory})
    order by chain is null, not_after, wanted.host
    limit ${limit}`);
  return rows;
}
