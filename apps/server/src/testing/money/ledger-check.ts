import { expect } from 'vitest';
import { reconcile } from '../../features/billing/ledger/reconcile.service.ts';
import type { Database } from '../../stores/postgres.ts';

/** Runs the checks of `npm run reconcile`. */
export const expectLedgerBalanced = async (db: Database): Promise<void> => expect(await reconcile(db)).toEqual([]);
