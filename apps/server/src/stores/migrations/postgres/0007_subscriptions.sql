CREATE TABLE "quota_notices" (
	"account_id" bigint NOT NULL,
	"month" text NOT NULL,
	"level" smallint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quota_notices_account_id_month_level_pk" PRIMARY KEY("account_id","month","level")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"tariff_id" bigint NOT NULL,
	"period" text NOT NULL,
	"status" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"anchor_day" smallint NOT NULL,
	"value_minor" bigint DEFAULT 0 NOT NULL,
	"credit_minor" bigint DEFAULT 0 NOT NULL,
	"next_tariff_id" bigint,
	"next_period" text,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_value_is_not_negative" CHECK ("subscriptions"."value_minor" >= 0 and "subscriptions"."credit_minor" >= 0),
	CONSTRAINT "subscriptions_next_is_whole" CHECK (("subscriptions"."next_tariff_id" is null) = ("subscriptions"."next_period" is null))
);
--> statement-breakpoint
ALTER TABLE "quota_notices" ADD CONSTRAINT "quota_notices_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_tariff_id_tariffs_id_fk" FOREIGN KEY ("next_tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_due_index" ON "subscriptions" USING btree ("status","ends_at");