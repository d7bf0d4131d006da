CREATE TABLE "account_shards" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"shard" text NOT NULL,
	"target" text,
	"origin" text,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversion_stores" (
	"shard" text PRIMARY KEY NOT NULL,
	"store" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "account_shards_changed_at_index" ON "account_shards" USING btree ("changed_at");