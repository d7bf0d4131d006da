import { BASE_CURRENCY } from '@poklik/contract/money';
import { transfer } from '@poklik/domain/ledger/journal';
import { fromMinor } from '@poklik/domain/money/amount';
import type { BillingContext } from '../billing-context.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { issueInvoice, notifyPaid } from '../invoices/invoices.service.ts';
import { postJournal } from '../ledger/ledger.service.ts';

interface Deposit extends Pick<InvoiceRow, 'accountId' | 'locale'> {
  actorId: number;
  amountMinor: bigint;
  currency?: string;
  /** Of what brought the money; it is posted once. */
  reference: string;
}

/** Adds received money to the balance, with an invoice as its receipt. */
export async function receiveDeposit(
  context: BillingContext,
  { accountId, actorId, amountMinor, currency = BASE_CURRENCY, reference, locale }: Deposit,
): Promise<InvoiceRow> {
  const { tx } = context;
  await postJournal(tx, {
    kind: 'deposit',
    key: reference,
    accountId,
    postings: transfer('external', 'available', amountMinor),
    reference,
    actorId,
  });
  const invoice = await issueInvoice(
    context,
    {
      ...{ accountId, type: 'deposit', currency, locale },
      lines: [{ kind: 'deposit', tariff: null, from: null, until: null, amount: fromMinor(amountMinor) }],
      ...{ subtotalMinor: amountMinor, creditMinor: 0n, taxBasisPoints: 0, taxMinor: 0n, totalMinor: amountMinor },
    },
    'paid',
  );
  await notifyPaid(tx, invoice);
  return invoice;
}
