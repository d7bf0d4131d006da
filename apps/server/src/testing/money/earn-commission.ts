import { transfer } from '@poklik/domain/ledger/journal';
import { postJournal } from '../../features/billing/ledger/ledger.service.ts';
import type { Services } from '../../services.ts';

let given = 0;

/** Adds money on hold, like a new commission. */
export const addOnHold = ({ db }: Pick<Services, 'db'>, accountId: number, amountMinor: bigint): Promise<string> =>
  db.transaction(async (tx) => {
    given += 1;
    const reference = `test:${process.pid}-${given}`;
    const postings = transfer('commissions', 'pending', amountMinor);
    await postJournal(tx, { accountId, reference, kind: 'commission_accrual', key: `${reference}:earned`, postings });
    return reference;
  });

/** Adds money that can be withdrawn, like a commission after its hold. */
export async function addEarnings(
  services: Pick<Services, 'db'>,
  accountId: number,
  amountMinor: bigint,
): Promise<void> {
  const reference = await addOnHold(services, accountId, amountMinor);
  const postings = transfer('pending', 'available', amountMinor);
  await services.db.transaction((tx) =>
    postJournal(tx, { accountId, reference, kind: 'commission_release', key: `${reference}:freed`, postings }),
  );
}
