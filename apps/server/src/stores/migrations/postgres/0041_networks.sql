CREATE TABLE "networks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "networks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"template" text,
	"key" text NOT NULL,
	"previous_key" text,
	"key_replaced_at" timestamp with time zone,
	"click_param" text,
	"mapping" jsonb NOT NULL,
	"ips" text[] DEFAULT '{}' NOT NULL,
	"signature" jsonb,
	"default_currency" text,
	"notes" text DEFAULT '' NOT NULL,
	"silent_since" timestamp with time zone,
	"refusing_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "postbacks" ALTER COLUMN "campaign_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "postbacks" ADD COLUMN "network_id" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "postback_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "previous_postback_key" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "postback_key_replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "networks" ADD CONSTRAINT "networks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "networks_key_key" ON "networks" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "networks_name_key" ON "networks" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "networks_account_id_index" ON "networks" USING btree ("account_id","id");--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_network_id_networks_id_fk" FOREIGN KEY ("network_id") REFERENCES "public"."networks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "postbacks_network_id_index" ON "postbacks" USING btree ("network_id","received_at","id") WHERE "postbacks"."network_id" is not null;