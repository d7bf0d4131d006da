import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '../../stores/postgres.ts';
import { recoveryCodes, twoFactors } from '../../stores/tables/security.ts';

export type TwoFactorRow = typeof twoFactors.$inferSelect;

export const findTwoFactor = async (db: Database, userId: number): Promise<TwoFactorRow | null> =>
  (await db.select().from(twoFactors).where(eq(twoFactors.userId, userId)))[0] ?? null;

/** Restarts an unfinished setup; returns false if two-factor authentication is already enabled. */
export async function upsertPendingTwoFactor(db: Database, userId: number, sealedSecret: string): Promise<boolean> {
  const written = await db
    .insert(twoFactors)
    .values({ userId, sealedSecret })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: { sealedSecret, lastStep: 0, createdAt: sql`now()` },
      setWhere: isNull(twoFactors.enabledAt),
    })
    .returning({ userId: twoFactors.userId });
  return written.length === 1;
}

/** True for exactly one of several concurrent calls with the same step. */
export async function claimTotpStep(db: Database, userId: number, step: number): Promise<boolean> {
  const claimed = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId });
  return claimed.length === 1;
}

export async function enableTwoFactor(db: Database, userId: number): Promise<boolean> {
  const enabled = await db
    .update(twoFactors)
    .set({ enabledAt: sql`now()` })
    .where(and(eq(twoFactors.userId, userId), isNull(twoFactors.enabledAt)))
    .returning({ userId: twoFactors.userId });
  return enabled.length === 1;
}

export async function removeTwoFactor(db: Database, userId: number): Promise<boolean> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const removed = await db
    .delete(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.enabledAt)))
    .returning({ userId: twoFactors.userId });
  return removed.length === 1;
}

export async function replaceRecoveryCodes(db: Database, userId: number, fingerprints: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(fingerprints.map((fingerprint) => ({ userId, fingerprint })));
}

/** True for exactly one of several concurrent calls with the same code. */
export async function claimRecoveryCode(db: Database, userId: number, fingerprint: string): Promise<boolean> {
  const claimed = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.fingerprint, fingerprint), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id });
  return claimed.length === 1;
}

export const countRecoveryCodes = (db: Database, userId: number): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
