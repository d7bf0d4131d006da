import type { Database } from '../../stores/postgres.ts';
import { auditEntries } from '../../stores/tables/audit.ts';

export interface AuditEvent {
  /** Null for actions of the system. */
  actor: number | null;
  /** The operator who was logged in as the actor. */
  impersonator?: number | null;
  /** The account whose data changed; null for installation-wide changes. */
  account: number | null;
  /** Noun and past participle: `withdrawal.approved`. */
  action: string;
  /** Type and ID: `withdrawal:12`. */
  entity: string;
  before?: object | null;
  after?: object | null;
  ip?: string | null;
}

/** Must run in the transaction of the change it records. The database numbers the entries and chains their hashes. */
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
