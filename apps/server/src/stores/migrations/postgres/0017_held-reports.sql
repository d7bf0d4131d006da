ALTER TABLE "quota_notices" DROP CONSTRAINT "quota_notices_account_id_month_level_pk";--> statement-breakpoint
ALTER TABLE "quota_notices" ADD COLUMN "events_limit" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quota_notices" ADD CONSTRAINT "quota_notices_account_id_month_level_events_limit_pk" PRIMARY KEY("account_id","month","level","events_limit");--> statement-breakpoint
ALTER TABLE "quota_notices" ADD COLUMN "held_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "quota_notices" ADD COLUMN "opened_at" timestamp with time zone;
