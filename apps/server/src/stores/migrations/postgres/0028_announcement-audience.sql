ALTER TABLE "notifications" ADD COLUMN "tariff_id" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "tariff_since" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_tariff_id_tariffs_id_fk" FOREIGN KEY ("tariff_id") REFERENCES "public"."tariffs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_one_audience" CHECK ("notifications"."role" is null or "notifications"."tariff_id" is null);