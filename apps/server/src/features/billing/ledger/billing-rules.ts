import { type SQL, sql } from 'drizzle-orm';

/** Sum of the postings to the given house accounts, for one reference and journal kind. */
const postedAmount = (reference: SQL, kind: string, accounts: SQL): SQL =>
  sql`coalesce((select sum(p.amount_minor) from ledger_journals j join ledger_postings p on p.journal_id = j.id
    where j.reference = ${reference} and j.kind = ${kind} and p.account in ${accounts}), 0)`;
const invoiceReference = sql`'invoice:' || i.id`;
const paymentReference = sql`'payment:' || pay.id`;
const INCOME_ACCOUNTS = sql`('revenue', 'tax')`;
const EXTERNAL_ACCOUNTS = sql`('external')`;

/** Rules for invoices, payments and subscriptions. Each query returns the rows that break its rule. */
export const BILLING_RULES: Record<string, SQL> = {
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
  'reversed deposits are posted': sql`select 'payment:' || pay.id as what from payments pay where pay.booked_as = 'deposit' and ${postedAmount(paymentReference, 'deposit_reversal', EXTERNAL_ACCOUNTS)} <> pay.refund_booked_minor`,
  'paid payments have a paid invoice': sql`select 'payment:' || pay.id as what from payments pay where pay.status = 'paid' and not exists (select 1 from invoices i where i.id = pay.invoice_id and i.paid_at is not null)`,
  'refunds do not exceed payments': sql`select 'payment:' || pay.id as what from payments pay where pay.refund_booked_minor > pay.amount_minor or (pay.refund_booked_minor > 0 and pay.status <> 'paid')`,
  'accounts have the tariff of their subscription': sql`select 'account:' || a.id as what from accounts a join subscriptions s on s.account_id = a.id where s.status <> 'ended' and s.tariff_id <> a.tariff_id`,
};
