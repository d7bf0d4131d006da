import type { OwnTemplate } from '@poklik/domain/networks/network-templates';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { networkTemplates } from '../../stores/tables/networks.ts';

const columns = {
  code: networkTemplates.code,
  details: networkTemplates.details,
  isHidden: networkTemplates.isHidden,
};

export const listOwnTemplates = (db: Database): Promise<OwnTemplate[]> => db.select(columns).from(networkTemplates);

export const saveOwnTemplate = (db: Database, { code, details, isHidden }: OwnTemplate) =>
  db
    .insert(networkTemplates)
    .values({ code, details, isHidden })
    .onConflictDoUpdate({ target: networkTemplates.code, set: { details, isHidden, updatedAt: sql`now()` } });

export const removeOwnTemplate = (db: Database, code: string) =>
  db.delete(networkTemplates).where(eq(networkTemplates.code, code));

/** One change at a time, so that codes stay unique. */
export const lockTemplates = (tx: Database) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('network templates', 0))`);
