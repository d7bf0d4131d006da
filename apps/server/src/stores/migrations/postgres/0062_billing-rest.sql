CREATE TABLE "bank_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"statement_id" bigint NOT NULL,
	"row_hash" text NOT NULL,
	"bank_id" text NOT NULL,
	"day" date NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"payer" text NOT NULL,
	"purpose" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"account_id" bigint,
	"invoice_id" bigint,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by_id" bigint,
	"decided_at" timestamp with time zone,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_lines_amount_is_positive" CHECK ("bank_lines"."amount_minor" > 0),
	CONSTRAINT "bank_lines_balance_is_part" CHECK ("bank_lines"."balance_minor" between 0 and "bank_lines"."amount_minor"),
	CONSTRAINT "bank_lines_booked_has_account" CHECK (("bank_lines"."state" = 'booked') = ("bank_lines"."account_id" is not null)),
	CONSTRAINT "bank_lines_decided_has_time" CHECK (("bank_lines"."state" = 'waiting') = ("bank_lines"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "bank_statements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_statements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"mapping" jsonb NOT NULL,
	"imported_by_id" bigint,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "overage_bills" (
	"account_id" bigint NOT NULL,
	"month" text NOT NULL,
	"events" bigint NOT NULL,
	"included" bigint,
	"thousands" integer NOT NULL,
	"price_minor" bigint NOT NULL,
	"invoice_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overage_bills_account_id_month_pk" PRIMARY KEY("account_id","month"),
	CONSTRAINT "overage_bills_have_an_invoice" CHECK (("overage_bills"."thousands" > 0) = ("overage_bills"."invoice_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "overage_terms" (
	"account_id" bigint NOT NULL,
	"from_month" text NOT NULL,
	"cap_minor" bigint,
	"price_minor" bigint NOT NULL,
	"agreed_by_id" bigint,
	"agreed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "overage_terms_account_id_from_month_pk" PRIMARY KEY("account_id","from_month"),
	CONSTRAINT "overage_terms_are_positive" CHECK ("overage_terms"."cap_minor" > 0 and "overage_terms"."price_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "vat_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vat_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"vat_id" text NOT NULL,
	"result" text NOT NULL,
	"consultation_number" text,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "invoices_open_key";--> statement-breakpoint
ALTER TABLE "tariffs" ADD COLUMN "overage_price_minor" bigint;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_id_users_id_fk" FOREIGN KEY ("imported_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overage_bills" ADD CONSTRAINT "overage_bills_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overage_bills" ADD CONSTRAINT "overage_bills_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overage_terms" ADD CONSTRAINT "overage_terms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overage_terms" ADD CONSTRAINT "overage_terms_agreed_by_id_users_id_fk" FOREIGN KEY ("agreed_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vat_checks" ADD CONSTRAINT "vat_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_row_hash_key" ON "bank_lines" USING btree ("row_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_bank_id_key" ON "bank_lines" USING btree ("bank_id","day","amount_minor") WHERE "bank_lines"."bank_id" <> '';--> statement-breakpoint
CREATE INDEX "bank_lines_day_index" ON "bank_lines" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "bank_lines_waiting_index" ON "bank_lines" USING btree ("imported_at") WHERE "bank_lines"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "bank_lines_account_id_index" ON "bank_lines" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "bank_lines_invoice_id_index" ON "bank_lines" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "vat_checks_account_id_index" ON "vat_checks" USING btree ("account_id","vat_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_open_key" ON "invoices" USING btree ("account_id") WHERE "invoices"."status" = 'open' and "invoices"."type" = 'subscription';--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_overage_price_is_positive" CHECK ("tariffs"."overage_price_minor" > 0);