import { ROLES } from '@poklik/contract/roles';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { auditEntries } from '../../stores/tables/audit.ts';
import { paymentEvents } from '../../stores/tables/billing.ts';
import { users } from '../../stores/tables/users.ts';

export async function wasAudited(db: Database, actions: readonly string[]): Promise<boolean> {
  const found = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(inArray(auditEntries.action, [...actions]))
    .limit(1);
  return found.length > 0;
}

export async function hasPaymentEvent(db: Database, providers: readonly string[]): Promise<boolean> {
  const found = await db
    .select({ provider: paymentEvents.provider })
    .from(paymentEvents)
    .where(inArray(paymentEvents.provider, [...providers]))
    .limit(1);
  return found.length > 0;
}

export const countOperators = (db: Database): Promise<number> =>
  db.$count(users, and(eq(users.role, ROLES.SUPER_ADMIN), eq(users.status, 'active')));
