CREATE TABLE "credit_note_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "credit_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"invoice_id" bigint NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"amount_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"tax_basis_points" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"bill_to" jsonb NOT NULL,
	"seller" jsonb NOT NULL,
	"locale" text NOT NULL,
	CONSTRAINT "credit_notes_amount_is_positive" CHECK ("credit_notes"."amount_minor" > 0),
	CONSTRAINT "credit_notes_tax_is_part" CHECK ("credit_notes"."tax_minor" between 0 and "credit_notes"."amount_minor")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"key" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reason" text NOT NULL,
	"actor_id" bigint NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refund_requests_amount_is_positive" CHECK ("refund_requests"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "billing_notices" (
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_notices_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_methods_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"user_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"sealed" text,
	"fingerprint" text,
	"brand" text DEFAULT '' NOT NULL,
	"last4" text DEFAULT '' NOT NULL,
	"expires" text,
	"country" text,
	"position" integer DEFAULT 0 NOT NULL,
	"consent" jsonb NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payment_method_id" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "attempt" smallint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "failure" text;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_notices" ADD CONSTRAINT "billing_notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_notes_number_key" ON "credit_notes" USING btree ("number");--> statement-breakpoint
CREATE INDEX "credit_notes_account_id_index" ON "credit_notes" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice_id_index" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_key" ON "refund_requests" USING btree ("key");--> statement-breakpoint
CREATE INDEX "refund_requests_payment_id_index" ON "refund_requests" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_methods_reference_key" ON "payment_methods" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payment_methods_account_id_index" ON "payment_methods" USING btree ("account_id","position");--> statement-breakpoint
CREATE INDEX "payment_methods_expires_index" ON "payment_methods" USING btree ("expires") WHERE "payment_methods"."removed_at" is null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_payment_method_id_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "public"."payment_methods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_attempt_key" ON "payments" USING btree ("invoice_id","attempt");--> statement-breakpoint
CREATE INDEX "payments_unanswered_index" ON "payments" USING btree ("created_at") WHERE "payments"."attempt" is not null and "payments"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_attempt_has_method" CHECK (("payments"."attempt" is null) = ("payments"."payment_method_id" is null));
--> statement-breakpoint
INSERT INTO credit_notes (account_id, invoice_id, number, issued_at, amount_minor, tax_minor, tax_basis_points, currency, reason, bill_to, seller, locale)
SELECT account_id, id,
  'CN-' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM') || '-' || lpad(place::text, greatest(4, length(place::text)), '0'),
  now(), credited, floor(tax_minor::numeric * credited / total_minor)::bigint, tax_basis_points, currency, void_reason, bill_to, seller, locale
FROM (
  SELECT i.*, CASE WHEN status = 'void' AND paid_at IS NULL THEN total_minor ELSE refunded_minor END AS credited,
    row_number() OVER (ORDER BY id) AS place
  FROM invoices i
  WHERE status <> 'draft' AND CASE WHEN status = 'void' AND paid_at IS NULL THEN total_minor ELSE refunded_minor END > 0
) lost;
--> statement-breakpoint
INSERT INTO credit_note_series (series, last)
SELECT 'CN-' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM'), count(*)::int FROM credit_notes HAVING count(*) > 0;
--> statement-breakpoint
CREATE TRIGGER credit_notes_stay BEFORE UPDATE OR DELETE ON credit_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER credit_notes_not_emptied BEFORE TRUNCATE ON credit_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
