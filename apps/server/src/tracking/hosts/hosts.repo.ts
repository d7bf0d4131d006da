import { and, asc, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { linkAliases, trackingDomains } from '../../stores/tables/domains.ts';
import type { StoredHost } from './host-index.ts';

const aliases = sql<
  [string, number][]
>`coalesce((select json_agg(json_build_array(${linkAliases.alias}, ${linkAliases.campaignId}) order by ${linkAliases.alias})
  from ${linkAliases} where ${linkAliases.domainId} = ${trackingDomains.id}), '[]')`;

const hasHttps = sql<boolean>`coalesce(${trackingDomains.checks} -> 'certificate' ->> 'state' = 'ok', false)`;

/** Changes with everything that trackers use. It starts with the format, so that data of older releases is read again. */
const mark = sql<string>`'1 ' || md5(concat_ws(chr(1), ${trackingDomains.host}, ${trackingDomains.status},
  ${trackingDomains.rootMode}, ${trackingDomains.rootText}, coalesce(${trackingDomains.rootUrl}, ''),
  coalesce(${trackingDomains.notFoundUrl}, ''), ${hasHttps}, ${aliases}))`;

const isKept = isNull(trackingDomains.removedAt);

export const listHostMarks = (db: Database): Promise<{ id: number; mark: string }[]> =>
  db.select({ id: trackingDomains.id, mark }).from(trackingDomains).where(isKept);

/** The existing ones of these domains. */
export const findHosts = (db: Database, ids: readonly number[]): Promise<StoredHost[]> =>
  db
    .select({
      id: trackingDomains.id,
      host: trackingDomains.host,
      accountId: trackingDomains.accountId,
      kind: trackingDomains.kind,
      status: trackingDomains.status,
      ownershipValue: trackingDomains.ownershipValue,
      rootMode: trackingDomains.rootMode,
      rootText: trackingDomains.rootText,
      rootUrl: trackingDomains.rootUrl,
      notFoundUrl: trackingDomains.notFoundUrl,
      hasHttps,
      aliases,
      mark,
    })
    .from(trackingDomains)
    .where(and(isKept, inArray(trackingDomains.id, [...ids])))
    .orderBy(asc(trackingDomains.id));
