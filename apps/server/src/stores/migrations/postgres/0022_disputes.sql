CREATE TABLE "disputes" (
	"provider" text NOT NULL,
	"dispute_id" text NOT NULL,
	"payment_id" bigint NOT NULL,
	"amount_minor" bigint NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "disputes_provider_dispute_id_pk" PRIMARY KEY("provider","dispute_id")
);
--> statement-breakpoint
ALTER TABLE "invoices" DROP CONSTRAINT "invoices_refund_is_part";--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "disputed_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "dispute_status" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "provider_payment_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_booked_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "suspended" jsonb;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "disputed_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "commissions" ADD COLUMN "disputed_earned_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "invoice_id" bigint;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_payment_id_index" ON "disputes" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_provider_payment_id_index" ON "payments" USING btree ("provider_payment_id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_taken_back_is_part" CHECK ("invoices"."refunded_minor" >= 0 and "invoices"."disputed_minor" >= 0 and "invoices"."refunded_minor" + "invoices"."disputed_minor" <= "invoices"."total_minor");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_dispute_is_part" CHECK ("payments"."dispute_booked_minor" >= 0 and "payments"."refund_booked_minor" + "payments"."dispute_booked_minor" <= "payments"."amount_minor");--> statement-breakpoint
ALTER TABLE "commissions" ADD CONSTRAINT "commissions_dispute_is_within" CHECK ("commissions"."disputed_earned_minor" between 0 and "commissions"."disputed_minor" and "commissions"."disputed_minor" <= "commissions"."reversed_minor");--> statement-breakpoint
-- As in 0013, but a dispute may also change the status fields of the invoice, never its content.
CREATE OR REPLACE FUNCTION invoices_guard() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changing CONSTANT text[] := ARRAY['status', 'paid_at', 'refunded_minor', 'void_reason', 'disputed_minor', 'dispute_status'];
BEGIN
  IF OLD.status = 'draft' THEN
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'invoice % was issued: it stays', OLD.number USING ERRCODE = 'PKL01';
  END IF;
  IF (to_jsonb(NEW) - changing) IS DISTINCT FROM (to_jsonb(OLD) - changing)
    OR NEW.status = 'draft' OR NEW.refunded_minor < OLD.refunded_minor OR (OLD.paid_at IS NOT NULL AND NEW.paid_at IS DISTINCT FROM OLD.paid_at) THEN
    RAISE EXCEPTION 'invoice % was issued: what it says stays', OLD.number USING ERRCODE = 'PKL01';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- As in 0005, but a dispute may leave a negative balance.
CREATE OR REPLACE FUNCTION ledger_apply_posting() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  journal ledger_journals;
  balance ledger_balances;
  may_go_below_zero boolean;
  earned bigint;
BEGIN
  SELECT * INTO journal FROM ledger_journals WHERE id = NEW.journal_id;
  IF journal.transaction_id IS DISTINCT FROM pg_current_xact_id()::text::bigint THEN
    RAISE EXCEPTION 'journal % is closed: nothing can be added to it', NEW.journal_id USING ERRCODE = 'PKL01';
  END IF;
  NEW.balance_after_minor := NULL;
  IF NEW.account_id IS NULL THEN RETURN NEW; END IF;

  INSERT INTO ledger_balances (account_id) VALUES (NEW.account_id) ON CONFLICT DO NOTHING;
  SELECT * INTO balance FROM ledger_balances WHERE account_id = NEW.account_id FOR UPDATE;
  may_go_below_zero := NEW.account = 'available' AND journal.kind IN ('commission_reversal', 'deposit_reversal', 'dispute');
  IF NEW.account = 'available' THEN
    NEW.balance_after_minor := balance.available_minor + NEW.amount_minor;
    earned := balance.withdrawable_minor;
    IF journal.kind IN ('commission_release', 'commission_reversal', 'withdrawal_request', 'withdrawal_return') THEN
      earned := earned + NEW.amount_minor;
      IF earned < 0 AND journal.kind = 'withdrawal_request' THEN
        RAISE EXCEPTION 'only what was earned can be withdrawn' USING ERRCODE = 'PKL03';
      END IF;
    END IF;
    balance.withdrawable_minor := greatest(0, least(earned, NEW.balance_after_minor));
    balance.available_minor := NEW.balance_after_minor;
  ELSIF NEW.account = 'reserved' THEN
    NEW.balance_after_minor := balance.reserved_minor + NEW.amount_minor;
    balance.reserved_minor := NEW.balance_after_minor;
  ELSE
    NEW.balance_after_minor := balance.pending_minor + NEW.amount_minor;
    balance.pending_minor := NEW.balance_after_minor;
  END IF;
  IF NEW.amount_minor < 0 AND NEW.balance_after_minor < 0 AND NOT may_go_below_zero THEN
    RAISE EXCEPTION 'account % has too little %', NEW.account_id, NEW.account USING ERRCODE = 'PKL03';
  END IF;
  UPDATE ledger_balances SET available_minor = balance.available_minor, reserved_minor = balance.reserved_minor,
    pending_minor = balance.pending_minor, withdrawable_minor = balance.withdrawable_minor, updated_at = now()
  WHERE account_id = NEW.account_id;
  RETURN NEW;
END $$;
--> statement-breakpoint
UPDATE subscriptions s SET invoice_id = (SELECT max(i.id) FROM invoices i
  WHERE i.account_id = s.account_id AND i.tariff_id = s.tariff_id AND i.period_from = s.starts_at AND i.status IN ('paid', 'open'))
WHERE s.status <> 'ended';
--> statement-breakpoint
-- Existing invoices get the plan that they replaced: the paid one whose period they shortened.
ALTER TABLE invoices DISABLE TRIGGER invoices_stay;
--> statement-breakpoint
UPDATE invoices i SET replaced = jsonb_build_object(
  'tariffId', b.tariff_id, 'period', b.period, 'anchorDay', extract(day FROM b.period_from AT TIME ZONE 'UTC')::int,
  'startsAt', to_char(b.period_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'endsAt', to_char(b.period_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'value', b.subtotal_minor::text, 'nextTariffId', null, 'nextPeriod', null, 'invoiceId', b.id)
FROM invoices b
WHERE i.type = 'subscription' AND i.status = 'paid' AND i.period_until > now()
  AND b.id = (SELECT p.id FROM invoices p WHERE p.account_id = i.account_id AND p.type = 'subscription' AND p.paid_at IS NOT NULL
    AND p.id < i.id AND p.period_from < i.period_from AND p.period_until > i.period_from ORDER BY p.period_from DESC LIMIT 1);
--> statement-breakpoint
ALTER TABLE invoices ENABLE TRIGGER invoices_stay;
