import type { Database } from '../../stores/postgres.ts';
import { auditEntries } from '../../stores/tables/audit.ts';

export interface AuditEvent {
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
export async function recordAudit(tx: Database, event: AuditEvent): Promise<void> {
  await tx.insert(auditEntries).values({
    actorId: event.actor,
    impersonatorId: event.impersonator ?? null,
    accountId: event.account,
    action: event.action,
    entity: event.entity,
    before: event.before ?? null,
    after: event.after ?? null,
    ip: event.ip ?? null,
  });
}
