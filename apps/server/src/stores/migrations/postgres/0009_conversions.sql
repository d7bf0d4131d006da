CREATE TABLE "conversion_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "conversion_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"conversion_id" text NOT NULL,
	"revision" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author_id" bigint,
	"source" text NOT NULL,
	"postback_id" text,
	"reason" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"month" integer NOT NULL,
	"feed_batch" bigint,
	"fed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "conversion_feed" (
	"id" integer PRIMARY KEY NOT NULL,
	"store" text NOT NULL,
	"batches" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"click_id" text NOT NULL,
	"type" text NOT NULL,
	"transaction_id" text DEFAULT '' NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"original_status" text DEFAULT '' NOT NULL,
	"payout_micro" bigint NOT NULL,
	"currency" text NOT NULL,
	"payout_base_micro" bigint NOT NULL,
	"cost_base_micro" bigint NOT NULL,
	"params" text[] NOT NULL,
	"source" text NOT NULL,
	"click_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"country" text NOT NULL,
	"click" jsonb NOT NULL,
	"marks" text[] DEFAULT '{}' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversions_status_is_known" CHECK ("conversions"."status" in ('pending', 'approved', 'rejected', 'chargeback')),
	CONSTRAINT "conversions_payout_is_not_negative" CHECK ("conversions"."payout_micro" >= 0)
);
--> statement-breakpoint
CREATE TABLE "postbacks" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"click_id" text NOT NULL,
	"source" text NOT NULL,
	"method" text NOT NULL,
	"ip" text NOT NULL,
	"raw_query" text NOT NULL,
	"fields" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"verdict" text NOT NULL,
	"conversion_id" text,
	"resolved_at" timestamp with time zone,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "conversion_changes" ADD CONSTRAINT "conversion_changes_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversion_changes" ADD CONSTRAINT "conversion_changes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conversion_changes_revision_key" ON "conversion_changes" USING btree ("conversion_id","revision");--> statement-breakpoint
CREATE INDEX "conversion_changes_unfed_index" ON "conversion_changes" USING btree ("feed_batch","id") WHERE "conversion_changes"."fed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_event_key" ON "conversions" USING btree ("click_id","type","transaction_id","turn");--> statement-breakpoint
CREATE INDEX "conversions_account_id_index" ON "conversions" USING btree ("account_id","received_at","id");--> statement-breakpoint
CREATE INDEX "conversions_campaign_id_index" ON "conversions" USING btree ("campaign_id","received_at");--> statement-breakpoint
CREATE INDEX "conversions_transaction_id_index" ON "conversions" USING btree ("account_id","transaction_id");--> statement-breakpoint
CREATE INDEX "postbacks_account_id_index" ON "postbacks" USING btree ("account_id","received_at","id");--> statement-breakpoint
CREATE INDEX "postbacks_conversion_id_index" ON "postbacks" USING btree ("conversion_id");--> statement-breakpoint
CREATE INDEX "postbacks_due_at_index" ON "postbacks" USING btree ("due_at","id") WHERE "postbacks"."due_at" is not null;