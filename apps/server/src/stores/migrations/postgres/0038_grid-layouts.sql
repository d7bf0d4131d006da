DROP INDEX "saved_views_name_key";--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "screen" text DEFAULT 'statistics' NOT NULL;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "layout" jsonb;--> statement-breakpoint
ALTER TABLE "saved_views" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "grids" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name_key" ON "saved_views" USING btree ("user_id","screen","name");