import { sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';

/** Adds visits of today in UTC. Landers that are gone are left out. */
export const addUnknownVisits = (db: Database, visits: ReadonlyMap<number, number>) =>
  db.execute(sql`
    insert into lander_unknown_visits as v (lander_id, day, visits)
    select r.id, (now() at time zone 'utc')::date, r.visits
    from jsonb_to_recordset(${JSON.stringify([...visits].map(([id, count]) => ({ id, visits: count })))}::jsonb)
      as r(id bigint, visits bigint)
    where exists (select 1 from landers l where l.id = r.id)
    order by 1
    on conflict (lander_id, day) do update set visits = v.visits + excluded.visits`);
