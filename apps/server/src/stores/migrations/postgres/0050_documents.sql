CREATE TABLE "vat_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "vat_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"country" text NOT NULL,
	"basis_points" integer NOT NULL,
	"valid_from" date NOT NULL,
	"by" bigint,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vat_rates_are_percents" CHECK ("vat_rates"."basis_points" between 1 and 9999)
);
--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "street" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "city" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "postcode" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "country_code" text;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "vat_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_details" ADD COLUMN "is_business" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "tax_treatment" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "declared_currency" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "declared_tax_minor" bigint;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "tax_treatment" text;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "declared_currency" text;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD COLUMN "declared_tax_minor" bigint;--> statement-breakpoint
ALTER TABLE "vat_rates" ADD CONSTRAINT "vat_rates_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER vat_rates_stay BEFORE UPDATE OR DELETE ON vat_rates FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER vat_rates_not_emptied BEFORE TRUNCATE ON vat_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
