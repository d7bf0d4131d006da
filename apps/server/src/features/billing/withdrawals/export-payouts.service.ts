import type { Cell } from '@poklik/domain/csv/csv-text';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import { buildCsv, ROWS_PER_CHUNK } from '../../../http/streams/csv-stream.ts';
import type { Services } from '../../../services.ts';
import { readBatches } from '../../../stores/snapshot.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { decryptDestination } from './payout-details.service.ts';
import { approvedIdsQuery, listWithdrawalsById } from './withdrawals.repo.ts';

interface Payout {
  id: number;
  createdAt: Date;
  method: string;
  holder: string;
  account: string;
  net: string;
  currency: string;
  email: string;
}

/** Always in English, as banks expect it. */
const PAYOUT_COLUMNS = ['id', 'requested_at', 'method', 'holder', 'account', 'amount', 'currency', 'email', 'purpose'];

const toPayoutRow = ({ id, createdAt, method, holder, account, net, currency, email }: Payout): Cell[] => [
  id,
  createdAt.toISOString(),
  method,
  holder,
  account,
  net,
  currency,
  email,
  `Withdrawal ${id}`,
];

/** Limit of a bank file; the rest goes into the next one. */
const EXPORT_MAX = 10_000;

/** Approved withdrawals, except those of the caller's own account. */
export async function exportApproved(services: Services, caller: Caller) {
  const { db, exportPool } = services;
  const ids: number[] = [];
  const payments = readBatches(exportPool, approvedIdsQuery(db, caller.accountId, EXPORT_MAX), {
    size: ROWS_PER_CHUNK,
    read: async (tx, batch: string[]) => {
      const rows = await listWithdrawalsById(tx, batch.map(Number));
      ids.push(...rows.map(({ withdrawal }) => withdrawal.id));
      return rows.map(({ withdrawal, payout, user }) =>
        toPayoutRow({
          id: withdrawal.id,
          createdAt: withdrawal.createdAt,
          method: payout.method,
          ...decryptDestination(services, payout),
          net: fromMinor(withdrawal.amountMinor - withdrawal.feeMinor),
          currency: withdrawal.currency,
          email: user.email,
        }),
      );
    },
  });
  const text = await buildCsv(PAYOUT_COLUMNS, payments, 'en');
  await recordAudit(db, {
    actor: caller.userId,
    account: null,
    action: 'withdrawals.exported',
    entity: `user:${caller.userId}`,
    after: { ids },
    ip: caller.ip,
  });
  const day = new Date().toISOString().slice(0, 10);
  return { name: `withdrawals-${day}.csv`, text, count: ids.length };
}
