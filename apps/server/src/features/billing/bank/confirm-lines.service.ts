import type { BANK_DECISION_RESULTS, BankDecision, BankLine } from '@poklik/contract/bank';
import { splitPayment } from '@poklik/domain/bank/match-line';
import { fromMinor } from '@poklik/domain/money/amount';
import type { Caller } from '../../../http/caller.ts';
import type { Services } from '../../../services.ts';
import type { Database } from '../../../stores/postgres.ts';
import { retryTransaction } from '../../../stores/retry-transaction.ts';
import { recordAudit } from '../../audit/audit.service.ts';
import { getAccountOwner, lockAccount } from '../accounts.repo.ts';
import { type BillingContext, createBillingContext } from '../billing-context.ts';
import { findInvoice, type InvoiceRow } from '../invoices/invoices.repo.ts';
import { getInvoiceForUpdate } from '../invoices/invoices.service.ts';
import { collectOpenInvoices, payOpenInvoice } from '../subscriptions/collect-invoice.service.ts';
import { receiveDeposit } from '../subscriptions/receive-deposit.service.ts';
import { findCustomer } from '../transactions/transactions.repo.ts';
import { listLinesById, lockLine, updateLine } from './bank.repo.ts';
import { toBankLines } from './bank-line.response.ts';

type Result = (typeof BANK_DECISION_RESULTS)[number];

/** Each line in its own transaction, so one that can't be booked doesn't stop the others. */
export async function confirmLines(
  services: Services,
  caller: Caller,
  decisions: readonly BankDecision[],
): Promise<{ line_id: number; result: Result; line: BankLine | null }[]> {
  const results: { line_id: number; result: Result }[] = [];
  for (const decision of decisions)
    results.push({
      line_id: decision.line_id,
      result: await retryTransaction(services.db, (tx) => decide(tx, services, caller, decision)),
    });
  const { db } = services;
  const rows = await toBankLines(db, await listLinesById(db, [...new Set(decisions.map(({ line_id: id }) => id))]));
  return results.map((result) => ({ ...result, line: rows.find(({ id }) => id === result.line_id) ?? null }));
}

async function decide(tx: Database, services: Services, caller: Caller, decision: BankDecision): Promise<Result> {
  const target = await findTarget(tx, decision);
  if (target === 'not_found') return 'not_found';
  // The account comes before everything else, as everywhere, to avoid deadlocks.
  if (target.accountId !== null) await lockAccount(tx, target.accountId);
  const line = await lockLine(tx, decision.line_id);
  if (!line) return 'not_found';
  if (line.state !== 'waiting') return 'decided';
  const context = await createBillingContext(tx, services);
  const booked =
    target.accountId === null
      ? { state: 'set_aside' as const, balanceMinor: 0n }
      : await book(context, caller, { line, accountId: target.accountId, invoiceId: target.invoiceId });
  await updateLine(tx, line.id, {
    ...{ ...booked, note: decision.note, decidedById: caller.userId, decidedAt: context.now },
  });
  await recordAudit(tx, {
    actor: caller.userId,
    account: target.accountId ?? caller.accountId,
    action: `bank_line.${booked.state}`,
    entity: `bank_line:${line.id}`,
    before: { state: line.state },
    after: {
      ...{ state: booked.state, amount: fromMinor(line.amountMinor), to_balance: fromMinor(booked.balanceMinor) },
      ...(decision.note ? { note: decision.note } : {}),
    },
    ip: caller.ip,
  });
  return 'done';
}

interface Target {
  /** Null to set the line aside. */
  accountId: number | null;
  invoiceId: number | null;
}

async function findTarget(tx: Database, decision: BankDecision): Promise<Target | 'not_found'> {
  if (decision.action === 'invoice') {
    const invoice = await findInvoice(tx, decision.invoice_id ?? 0);
    return invoice ? { accountId: invoice.accountId, invoiceId: invoice.id } : 'not_found';
  }
  if (decision.action === 'balance') {
    const customer = await findCustomer(tx, decision.user_id ?? 0);
    return customer ? { accountId: customer.accountId, invoiceId: null } : 'not_found';
  }
  return { accountId: null, invoiceId: null };
}

interface Booking {
  line: { id: number; amountMinor: bigint; purpose: string };
  accountId: number;
  invoiceId: number | null;
}

/** Money for an invoice that is paid by now, or that it doesn't cover, goes to the balance. */
async function book(context: BillingContext, caller: Caller, { line, accountId, invoiceId }: Booking) {
  const { tx } = context;
  const invoice = invoiceId === null ? null : await getInvoiceForUpdate(tx, invoiceId);
  const owed = invoice && isOwed(invoice) ? invoice : null;
  const { invoiceMinor, balanceMinor } = splitPayment(line.amountMinor, owed?.totalMinor ?? 0n);
  const { userId: actorId, ip } = caller;
  if (owed && invoiceMinor > 0n)
    await payOpenInvoice(context, owed, { source: 'external', actorId, ip, reason: line.purpose.slice(0, 300) });
  if (balanceMinor > 0n) {
    const { locale } = await getAccountOwner(tx, accountId);
    const reference = `bank_line:${line.id}`;
    await receiveDeposit(context, { accountId, actorId, amountMinor: balanceMinor, reference, locale });
    await collectOpenInvoices(context, accountId);
  }
  return { state: 'booked' as const, accountId, invoiceId: invoiceMinor > 0n ? invoiceId : null, balanceMinor };
}

const isOwed = ({ status }: InvoiceRow): boolean => status === 'open' || status === 'uncollectible';
