ALTER TABLE "team_members" ADD COLUMN "invited_by_id" bigint;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "invite_hash" text;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "invite_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_invited_by_id_users_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_invite_hash_key" ON "team_members" USING btree ("invite_hash");