import { isLegOf, type JournalKind, type LedgerAccount } from '@poklik/domain/ledger/journal';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../stores/postgres.ts';

export interface Finding {
  /** The broken rule. */
  rule: string;
  /** The record that breaks it, such as `journal:12`. */
  what: string;
}

const OPEN_STATUSES = sql`('pending', 'approved', 'processing')`;
const postedSum = (account: string): SQL =>
  sql`coalesce((select sum(p.amount_minor) from ledger_postings p where p.account_id = b.account_id and p.account = ${account}), 0)`;
/** Sum of the postings to one customer account, for one reference and journal kind. */
const movedAmount = (reference: SQL, kind: string, account: string): SQL =>
  sql`coalesce((select sum(p.amount_minor) from ledger_journals j join ledger_postings p on p.journal_id = j.id
    where j.reference = ${reference} and j.kind = ${kind} and p.account = ${account}), 0)`;
const withdrawalReference = sql`'withdrawal:' || w.id`;
const commissionReference = sql`'commission:' || c.id`;

/** Each query returns the rows that break its rule. */
const RULES: Record<string, SQL> = {
  'journals sum to zero': sql`select 'journal:' || journal_id as what from ledger_postings group by journal_id having sum(amount_minor) <> 0`,
  'journals have at least two postings': sql`select 'journal:' || j.id as what from ledger_journals j left join ledger_postings p on p.journal_id = j.id group by j.id having count(p.id) < 2`,
  'every account with postings has a balance': sql`select distinct 'account:' || p.account_id as what from ledger_postings p left join ledger_balances b on b.account_id = p.account_id where p.account_id is not null and b.account_id is null`,
  'available balances match postings': sql`select 'account:' || b.account_id as what from ledger_balances b where b.available_minor <> ${postedSum('available')}`,
  'reserved balances match postings': sql`select 'account:' || b.account_id as what from ledger_balances b where b.reserved_minor <> ${postedSum('reserved')}`,
  'pending balances match postings': sql`select 'account:' || b.account_id as what from ledger_balances b where b.pending_minor <> ${postedSum('pending')}`,
  'postings store the running balance': sql`select 'posting:' || id as what from (select id, balance_after_minor, sum(amount_minor) over (partition by account_id, account order by id) as running from ledger_postings where account_id is not null) p where balance_after_minor is distinct from running`,
  'available balances are negative only after a reversal': sql`select 'account:' || b.account_id as what from ledger_balances b where b.available_minor < 0 and not exists (select 1 from ledger_journals j where j.account_id = b.account_id and j.kind in ('commission_reversal', 'deposit_reversal', 'dispute'))`,
  'reserved and pending balances are not negative': sql`select 'account:' || b.account_id as what from ledger_balances b where b.reserved_minor < 0 or b.pending_minor < 0`,
  'withdrawable balances do not exceed earnings': sql`select 'account:' || b.account_id as what from ledger_balances b where b.withdrawable_minor > coalesce((select sum(p.amount_minor) from ledger_postings p join ledger_journals j on j.id = p.journal_id where p.account_id = b.account_id and p.account = 'available' and j.kind in ('commission_release', 'withdrawal_request', 'withdrawal_return')), 0)`,
  'reserved balances match open withdrawals': sql`select 'account:' || b.account_id as what from ledger_balances b where b.reserved_minor <> coalesce((select sum(w.amount_minor) from withdrawals w where w.account_id = b.account_id and w.status in ${OPEN_STATUSES}), 0)`,
  'withdrawals reserved their amount': sql`select 'withdrawal:' || w.id as what from withdrawals w where ${movedAmount(withdrawalReference, 'withdrawal_request', 'reserved')} <> w.amount_minor`,
  'exactly the paid withdrawals are paid out': sql`select 'withdrawal:' || w.id as what from withdrawals w where -${movedAmount(withdrawalReference, 'withdrawal_payout', 'reserved')} <> case when w.status = 'paid' then w.amount_minor else 0 end`,
  'exactly the unpaid closed withdrawals are returned': sql`select 'withdrawal:' || w.id as what from withdrawals w where ${movedAmount(withdrawalReference, 'withdrawal_return', 'available')} <> case when w.status in ('rejected', 'cancelled', 'failed') then w.amount_minor else 0 end`,
  'accounts have at most one open withdrawal': sql`select 'account:' || account_id as what from withdrawals where status in ${OPEN_STATUSES} group by account_id having count(*) > 1`,
  'withdrawals are reviewed by another account': sql`select 'withdrawal:' || w.id as what from withdrawals w join users u on u.id = w.reviewed_by_id where u.account_id = w.account_id`,
  'commissions are posted with their amount': sql`select 'commission:' || c.id as what from commissions c where ${movedAmount(commissionReference, 'commission_accrual', 'pending')} <> c.amount_minor`,
  'exactly the released commissions are posted as released': sql`select 'commission:' || c.id as what from commissions c where (${movedAmount(commissionReference, 'commission_release', 'available')} > 0) <> (c.released_at is not null)`,
  'commissions are not released before their hold ends': sql`select 'commission:' || c.id as what from commissions c where c.released_at < c.release_at`,
  'reversed commissions are posted': sql`select 'commission:' || c.id as what from commissions c where ${movedAmount(commissionReference, 'commission_reversal', 'commissions')} + ${movedAmount(commissionReference, 'commission_restore', 'commissions')} <> c.reversed_minor`,
  'commission amounts match their rate': sql`select 'commission:' || c.id as what from commissions c where c.amount_minor <> c.base_minor * c.basis_points / 10000`,
  'commissions are not self-referrals': sql`select 'commission:' || c.id as what from commissions c join users u on u.id = c.referral_id where u.account_id = c.account_id`,
  'pending balances match commissions on hold': sql`select 'account:' || c.account_id as what from commissions c left join ledger_balances b on b.account_id = c.account_id group by c.account_id, b.pending_minor having coalesce(b.pending_minor, 0) <> sum(case when c.status in ('pending', 'held') then c.amount_minor - c.reversed_minor else 0 end)`,
  'journals refer to existing records': sql`select 'journal:' || j.id as what from ledger_journals j where (j.reference like 'withdrawal:%' and not exists (select 1 from withdrawals w where 'withdrawal:' || w.id = j.reference)) or (j.reference like 'commission:%' and not exists (select 1 from commissions c where 'commission:' || c.id = j.reference)) or (j.reference like 'invoice:%' and not exists (select 1 from invoices i where 'invoice:' || i.id = j.reference)) or (j.reference like 'payment:%' and not exists (select 1 from payments p where 'payment:' || p.id = j.reference)) or (j.reference like 'bank_line:%' and not exists (select 1 from bank_lines b where 'bank_line:' || b.id = j.reference)) or (j.reference like 'user:%' and not exists (select 1 from users u where 'user:' || u.id = j.reference))`,
  'manual adjustments have an author': sql`select 'journal:' || id as what from ledger_journals where kind in ('manual_deposit', 'manual_deduction') and actor_id is null`,
  'the audit log is an unbroken chain': sql`select 'audit:' || id as what from (select e.id, e.hash, audit_hash(e) as expected, e.previous_hash, e.position, lag(e.hash, 1, '') over chain as before, row_number() over chain as place from audit_entries e window chain as (partition by e.account_id order by e.position)) e where hash <> expected or previous_hash <> before or position <> place`,
};

/** Sum of the postings to the given house accounts, for one reference and journal kind. */
const postedAmount = (reference: SQL, kind: string, accounts: SQL): SQL =>
  sql`coalesce((select sum(p.amount_minor) from ledger_journals j join ledger_postings p on p.journal_id = j.id
    where j.reference = ${reference} and j.kind = ${kind} and p.account in ${accounts}), 0)`;
const invoiceReference = sql`'invoice:' || i.id`;
const paymentReference = sql`'payment:' || pay.id`;
const INCOME_ACCOUNTS = sql`('revenue', 'tax')`;
const EXTERNAL_ACCOUNTS = sql`('external')`;

/** Rules for invoices, payments and subscriptions. Each query returns the rows that break its rule. */
const BILLING_RULES: Record<string, SQL> = {
  'invoice totals match their lines': sql`select 'invoice:' || i.id as what from invoices i where i.total_minor <> i.subtotal_minor - i.credit_minor + i.tax_minor or i.subtotal_minor <> (select coalesce(sum((line->>'amount')::numeric * 100), 0) from jsonb_array_elements(i.lines) line)`,
  'invoice numbers have no gaps': sql`select 'series:' || s.series as what from invoice_series s where s.last <> (select count(*) from invoices i where starts_with(i.number, s.series || '-')) or s.last <> (select coalesce(max(substring(i.number from '[0-9]+$')::int), 0) from invoices i where starts_with(i.number, s.series || '-'))`,
  'every invoice number belongs to a series': sql`select 'invoice:' || i.id as what from invoices i where i.number is not null and not exists (select 1 from invoice_series s where starts_with(i.number, s.series || '-'))`,
  'paid invoices are posted exactly once': sql`select 'invoice:' || i.id as what from invoices i where i.type <> 'deposit' and ${postedAmount(invoiceReference, 'payment', INCOME_ACCOUNTS)} <> case when i.paid_at is null then 0 else i.total_minor end`,
  'refunds of invoices are posted': sql`select 'invoice:' || i.id as what from invoices i where i.type <> 'deposit' and -${postedAmount(invoiceReference, 'payment_refund', INCOME_ACCOUNTS)} <> i.refunded_minor`,
  'disputed amounts of invoices are posted': sql`select 'invoice:' || i.id as what from invoices i where i.type <> 'deposit' and -(${postedAmount(invoiceReference, 'dispute', INCOME_ACCOUNTS)} + ${postedAmount(invoiceReference, 'dispute_reversal', INCOME_ACCOUNTS)}) <> i.disputed_minor`,
  'invoices are disputed exactly while an amount is disputed': sql`select 'invoice:' || i.id as what from invoices i where (i.status = 'disputed') <> (i.disputed_minor > 0)`,
  'disputed amounts of payments are posted': sql`select 'payment:' || pay.id as what from payments pay left join invoices i on i.id = pay.invoice_id and pay.booked_as = 'invoice' where ${postedAmount(paymentReference, 'dispute', EXTERNAL_ACCOUNTS)} + ${postedAmount(paymentReference, 'dispute_reversal', EXTERNAL_ACCOUNTS)} + coalesce(i.disputed_minor, 0) <> pay.dispute_booked_minor`,
  'disputed amounts match open and lost disputes, up to the payment': sql`select 'payment:' || pay.id as what from payments pay where pay.dispute_booked_minor <> case when pay.status = 'paid' then least(pay.amount_minor - pay.refund_booked_minor, coalesce((select sum(d.amount_minor) from disputes d where d.payment_id = pay.id and d.status in ('open', 'lost')), 0)) else 0 end`,
  'void invoices are fully refunded': sql`select 'invoice:' || i.id as what from invoices i where i.status = 'void' and i.paid_at is not null and i.refunded_minor <> i.total_minor`,
  'deposits are posted exactly once': sql`select 'payment:' || pay.id as what from payments pay where -${postedAmount(paymentReference, 'deposit', EXTERNAL_ACCOUNTS)} <> case when pay.booked_as = 'deposit' then pay.amount_minor else 0 end`,
  'booked bank lines are posted exactly once': sql`select 'bank_line:' || b.id as what from bank_lines b left join invoices i on i.id = b.invoice_id where -${postedAmount(sql`'bank_line:' || b.id`, 'deposit', EXTERNAL_ACCOUNTS)} <> b.balance_minor or (b.state = 'booked' and b.amount_minor <> b.balance_minor + coalesce(i.total_minor, 0)) or (b.invoice_id is not null and i.paid_at is null)`,
  'overage is invoiced as it was counted': sql`select 'overage:' || b.account_id || ':' || b.month as what from overage_bills b join invoices i on i.id = b.invoice_id where i.account_id <> b.account_id or i.type <> 'one_off' or i.subtotal_minor <> b.thousands * b.price_minor or b.included is null or b.thousands > ceil((b.events - b.included) / 1000.0)`,
  'reversed deposits are posted': sql`select 'payment:' || pay.id as what from payments pay where pay.booked_as = 'deposit' and ${postedAmount(paymentReference, 'deposit_reversal', EXTERNAL_ACCOUNTS)} <> pay.refund_booked_minor`,
  'paid payments have a paid invoice': sql`select 'payment:' || pay.id as what from payments pay where pay.status = 'paid' and not exists (select 1 from invoices i where i.id = pay.invoice_id and i.paid_at is not null)`,
  'refunds do not exceed payments': sql`select 'payment:' || pay.id as what from payments pay where pay.refund_booked_minor > pay.amount_minor or (pay.refund_booked_minor > 0 and pay.status <> 'paid')`,
  'credit note numbers have no gaps': sql`select 'series:' || s.series as what from credit_note_series s where s.last <> (select count(*) from credit_notes n where starts_with(n.number, s.series || '-')) or s.last <> (select coalesce(max(substring(n.number from '[0-9]+$')::int), 0) from credit_notes n where starts_with(n.number, s.series || '-'))`,
  'credit notes add up to what their invoice lost': sql`select 'invoice:' || i.id as what from invoices i where coalesce((select sum(n.amount_minor) from credit_notes n where n.invoice_id = i.id), 0) <> case when i.status = 'void' and i.paid_at is null then i.total_minor else i.refunded_minor end`,
  'taxes of credit notes add up': sql`select 'invoice:' || i.id as what from invoices i join credit_notes n on n.invoice_id = i.id group by i.id having sum(n.tax_minor) <> floor(i.tax_minor::numeric * sum(n.amount_minor) / i.total_minor)`,
  'automatic charges have an invoice and at most five attempts': sql`select 'payment:' || pay.id as what from payments pay where pay.attempt is not null and (pay.invoice_id is null or pay.attempt not between 1 and 5)`,
  'accounts have the tariff of their subscription': sql`select 'account:' || a.id as what from accounts a join subscriptions s on s.account_id = a.id where s.status <> 'ended' and s.tariff_id <> a.tariff_id`,
  'paying plans have a posted payment': sql`select 'subscription:' || h.account_id || ':' || h.version as what from subscription_history h join invoices i on i.id = h.invoice_id where h.status = 'active' and h.arr_minor > 0 and i.total_minor > 0 and not exists (select 1 from ledger_journals j where j.reference = ${invoiceReference} and j.kind = 'payment')`,
  'recurring revenue matches invoices': sql`select 'subscription:' || h.account_id || ':' || h.version as what from subscription_history h left join invoices i on i.id = h.invoice_id where h.arr_minor <> case when h.status = 'ended' or i.id is null then 0 else (select coalesce(sum(yearly_revenue(((line->>'amount')::numeric * 100)::bigint, i.period)), 0) from jsonb_array_elements(i.lines) line where line->>'kind' = 'tariff' or (line->>'kind' = 'coupon' and (line->'coupon'->>'is_recurring')::boolean)) end and not (h.status = 'past_due' and h.arr_minor = 0 and h.change_minor = 0)`,
  'coupons are not used too often': sql`select 'coupon:' || c.id as what from coupons c where (select count(*) from coupon_uses u where u.coupon_id = c.id and u.used_at is not null) > c.uses_max`,
  'discounts are those of a used coupon': sql`select 'invoice:' || i.id as what from invoices i where (i.coupon_use_id is null) = exists (select from jsonb_array_elements(i.lines) line where line->>'kind' = 'coupon') or exists (select from coupon_uses u where u.id = i.coupon_use_id and (u.used_at is null or u.account_id <> i.account_id))`,
  'the history ends with the subscription': sql`select 'account:' || s.account_id as what from subscriptions s where not exists (select 1 from subscription_history h where h.account_id = s.account_id and h.version = s.version and h.status = s.status and h.tariff_id = s.tariff_id and h.invoice_id is not distinct from s.invoice_id)`,
};

const FINDINGS_MAX = 100;

/** Checks the ledger against every rule. */
export async function reconcile(db: Database): Promise<Finding[]> {
  const findings: Finding[] = await findUnknownPostings(db);
  for (const [rule, question] of Object.entries({ ...RULES, ...BILLING_RULES })) {
    const { rows } = await db.execute<{ what: string }>(sql`${question} limit ${FINDINGS_MAX}`);
    findings.push(...rows.map(({ what }) => ({ rule, what })));
  }
  return findings;
}

/** Postings to an account, or in a direction, that their journal kind does not allow. */
async function findUnknownPostings(db: Database): Promise<Finding[]> {
  const { rows } = await db.execute<{ kind: JournalKind; account: LedgerAccount; direction: number; example: string }>(
    sql`select j.kind, p.account, sign(p.amount_minor)::int as direction, min(j.id) as example
      from ledger_journals j join ledger_postings p on p.journal_id = j.id group by 1, 2, 3`,
  );
  return rows
    .filter(({ kind, account, direction }) => !isLegOf(kind, account, direction > 0 ? '+' : '-'))
    .map(({ example }) => ({ rule: 'postings are allowed for their journal kind', what: `journal:${example}` }));
}
