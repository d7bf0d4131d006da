import type { Database } from '../../stores/postgres.ts';
import { auditEntries } from '../../stores/tables/audit.ts';

export interface AuditedAct {
  /** The user who did it; null for the product itself. */
  actor: number | null;
  /** The user who acted as the actor. */
  impersonator?: number | null;
  /** Whose data was changed; null for what concerns the whole install. */
  account: number | null;
  /** A noun and what became of it: `withdrawal.approved`. */
  action: string;
  /** The thing: `withdrawal:12`. */
  entity: string;
  before?: object | null;
  after?: object | null;
  ip?: string | null;
}

/** Writes down who did what, in the transaction of the deed. The database numbers and chains the entries. */
export async function record(tx: Database, act: AuditedAct): Promise<void> {
  await tx.insert(auditEntries).values({
    actorId: act.actor,
    impersonatorId: act.impersonator ?? null,
    accountId: act.account,
    action: act.action,
    entity: act.entity,
    before: act.before ?? null,
    after: act.after ?? null,
    ip: act.ip ?? null,
  });
}
