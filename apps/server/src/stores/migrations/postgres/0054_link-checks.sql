ALTER TABLE "landers" ADD COLUMN "link" jsonb;--> statement-breakpoint
ALTER TABLE "landers" ADD COLUMN "link_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "link" jsonb;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "link_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "landers_link_due_at_index" ON "landers" USING btree ("link_due_at") WHERE "landers"."link_due_at" is not null;--> statement-breakpoint
CREATE INDEX "offers_link_due_at_index" ON "offers" USING btree ("link_due_at") WHERE "offers"."link_due_at" is not null;