CREATE TABLE "coupon_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"coupon_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"reserved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"percent" smallint,
	"amount_minor" bigint,
	"duration" text NOT NULL,
	"periods" smallint,
	"note" text NOT NULL,
	"valid_from" date,
	"valid_until" date,
	"uses_max" integer,
	"is_once_per_account" boolean NOT NULL,
	"is_for_new_customers" boolean NOT NULL,
	"tariff_ids" jsonb NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_take_percent_or_amount" CHECK (("coupons"."percent" is null) <> ("coupons"."amount_minor" is null)),
	CONSTRAINT "coupons_discount_is_possible" CHECK ("coupons"."percent" between 1 and 100 or "coupons"."amount_minor" > 0),
	CONSTRAINT "coupons_periods_are_counted" CHECK (("coupons"."duration" = 'periods') = ("coupons"."periods" is not null))
);
--> statement-breakpoint
CREATE TABLE "trials" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"tariff_id" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tariffs" DROP CONSTRAINT "tariffs_price_is_not_negative";--> statement-breakpoint
ALTER TABLE "tariffs" ALTER COLUMN "features" SET DEFAULT '["team","api","domains","landers","connections"]'::jsonb;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "coupon_use_id" bigint;--> statement-breakpoint
ALTER TABLE "tariffs" ADD COLUMN "year_price_minor" bigint;--> statement-breakpoint
ALTER TABLE "tariffs" ADD COLUMN "trial_needs_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tariffs" ADD COLUMN "highlights" jsonb DEFAULT '{"ua":[],"ru":[],"en":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trials" ADD CONSTRAINT "trials_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_uses_coupon_id_index" ON "coupon_uses" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "coupon_uses_account_id_index" ON "coupon_uses" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code_key" ON "coupons" USING btree ("code");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_coupon_use_id_coupon_uses_id_fk" FOREIGN KEY ("coupon_use_id") REFERENCES "public"."coupon_uses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoices_coupon_use_id_index" ON "invoices" USING btree ("coupon_use_id") WHERE "invoices"."coupon_use_id" is not null;--> statement-breakpoint
ALTER TABLE "tariffs" ADD CONSTRAINT "tariffs_price_is_not_negative" CHECK ("tariffs"."price_minor" >= 0 and "tariffs"."year_price_minor" >= 0);--> statement-breakpoint
-- Texts about a plan get a place of their own, one for each language; every plan includes everything, as before.
UPDATE tariffs SET highlights = jsonb_build_object('ua', features, 'ru', features, 'en', features);
--> statement-breakpoint
UPDATE tariffs SET features = '["team","api","domains","landers","connections"]'::jsonb;
--> statement-breakpoint
-- The log knows of every trial; only the end of a running one is certain.
INSERT INTO trials (account_id, tariff_id, started_at, ends_at)
SELECT DISTINCT ON (e.account_id) e.account_id, t.id, e.created_at,
  CASE WHEN s.status = 'active' AND s.invoice_id IS NULL AND s.ends_at IS NOT NULL THEN s.ends_at
    ELSE e.created_at + make_interval(days => t.trial_days) END
FROM audit_entries e JOIN tariffs t ON t.id = (e.after->>'tariff_id')::bigint JOIN subscriptions s ON s.account_id = e.account_id
WHERE e.action = 'subscription.trial_begun' ORDER BY e.account_id, e.id;
