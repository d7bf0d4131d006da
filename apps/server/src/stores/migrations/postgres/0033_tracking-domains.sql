CREATE TABLE "link_aliases" (
	"domain_id" bigint NOT NULL,
	"alias" text NOT NULL,
	"campaign_id" bigint NOT NULL,
	CONSTRAINT "link_aliases_domain_id_alias_pk" PRIMARY KEY("domain_id","alias")
);
--> statement-breakpoint
CREATE TABLE "tracking_domains" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tracking_domains_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"host" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"ownership_value" text NOT NULL,
	"checks" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"root_mode" text DEFAULT 'none' NOT NULL,
	"root_text" text DEFAULT '' NOT NULL,
	"root_url" text,
	"not_found_url" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"ownership_lost_at" timestamp with time zone,
	"pending_since" timestamp with time zone DEFAULT now() NOT NULL,
	"next_check_at" timestamp with time zone,
	"suspended_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "tracking_domains_suspended_has_reason" CHECK (("tracking_domains"."status" = 'suspended') = ("tracking_domains"."suspended_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "tariffs" ADD COLUMN "domains_limit" integer;--> statement-breakpoint
ALTER TABLE "link_aliases" ADD CONSTRAINT "link_aliases_domain_id_tracking_domains_id_fk" FOREIGN KEY ("domain_id") REFERENCES "public"."tracking_domains"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_aliases" ADD CONSTRAINT "link_aliases_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_domains" ADD CONSTRAINT "tracking_domains_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "link_aliases_campaign_id_index" ON "link_aliases" USING btree ("campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_domains_account_host_key" ON "tracking_domains" USING btree ("account_id","host") WHERE "tracking_domains"."removed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_domains_serving_host_key" ON "tracking_domains" USING btree ("host") WHERE "tracking_domains"."removed_at" is null and "tracking_domains"."status" in ('active', 'failing', 'suspended');--> statement-breakpoint
CREATE UNIQUE INDEX "tracking_domains_default_key" ON "tracking_domains" USING btree ("account_id") WHERE "tracking_domains"."removed_at" is null and "tracking_domains"."is_default";--> statement-breakpoint
CREATE INDEX "tracking_domains_host_index" ON "tracking_domains" USING btree ("host");--> statement-breakpoint
CREATE INDEX "tracking_domains_next_check_index" ON "tracking_domains" USING btree ("next_check_at") WHERE "tracking_domains"."removed_at" is null and "tracking_domains"."next_check_at" is not null;--> statement-breakpoint
UPDATE "tariffs" SET "domains_limit" = CASE "code" WHEN 'free' THEN 1 WHEN 'starter' THEN 5 ELSE 25 END WHERE "code" IN ('free', 'starter', 'pro');
