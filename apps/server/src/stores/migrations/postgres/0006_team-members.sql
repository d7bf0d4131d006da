CREATE TABLE "team_members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "team_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"user_id" bigint,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"campaign_ids" bigint[],
	"can_see_money" boolean DEFAULT true NOT NULL,
	"can_export" boolean DEFAULT true NOT NULL,
	"can_edit_profile" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "team_members_role_is_known" CHECK ("team_members"."role" in ('OWNER', 'ADMIN', 'EDITOR', 'VIEWER', 'BILLING'))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "impersonator_id" bigint;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_user_id_key" ON "team_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_email_key" ON "team_members" USING btree ("account_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "team_members_owner_key" ON "team_members" USING btree ("account_id") WHERE "team_members"."role" = 'OWNER';--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_impersonator_id_users_id_fk" FOREIGN KEY ("impersonator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "team_members" ("account_id", "user_id", "email", "role", "can_edit_profile") SELECT "account_id", "id", "email", 'OWNER', "can_edit_profile" FROM "users";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "can_edit_profile";