ALTER TABLE "payments" ADD COLUMN "charge_minor" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_currency" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charge_rate" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "page_url" text;--> statement-breakpoint
ALTER TABLE "currency_rates" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_open_index" ON "payments" USING btree ("created_at") WHERE "payments"."attempt" is null and "payments"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_charge_is_complete" CHECK (num_nonnulls("payments"."charge_minor", "payments"."charge_currency", "payments"."charge_rate") in (0, 3) and ("payments"."charge_minor" is null or "payments"."charge_minor" > 0));--> statement-breakpoint
UPDATE "currency_rates" SET "confirmed_at" = "valid_from";
