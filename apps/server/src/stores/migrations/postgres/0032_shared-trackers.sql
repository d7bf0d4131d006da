CREATE TABLE "cap_usage" (
	"campaign_id" bigint NOT NULL,
	"day" date NOT NULL,
	"tracker" uuid NOT NULL,
	"clicks" bigint NOT NULL,
	"granted" bigint NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cap_usage_campaign_id_day_tracker_pk" PRIMARY KEY("campaign_id","day","tracker")
);
--> statement-breakpoint
CREATE TABLE "shared_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trackers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "cap_usage_updated_at_index" ON "cap_usage" USING btree ("updated_at");