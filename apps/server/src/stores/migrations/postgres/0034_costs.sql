CREATE TABLE "cost_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cost_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"campaign_id" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"timezone" text NOT NULL,
	"filters" jsonb NOT NULL,
	"amount_micro" bigint NOT NULL,
	"currency" text NOT NULL,
	"mode" text NOT NULL,
	"kind" text NOT NULL,
	"spread" text NOT NULL,
	"over" text NOT NULL,
	"bots" text NOT NULL,
	"source" text NOT NULL,
	"author_id" bigint,
	"token_id" bigint,
	"note" text DEFAULT '' NOT NULL,
	"cost_before_micro" bigint,
	"cost_after_micro" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	"undone_by_id" bigint,
	"undo_reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cost_folds" (
	"campaign_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"due_from" timestamp with time zone,
	"due_until" timestamp with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"events" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cost_entries" ADD CONSTRAINT "cost_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entries" ADD CONSTRAINT "cost_entries_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entries" ADD CONSTRAINT "cost_entries_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entries" ADD CONSTRAINT "cost_entries_token_id_api_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."api_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_entries" ADD CONSTRAINT "cost_entries_undone_by_id_users_id_fk" FOREIGN KEY ("undone_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_folds" ADD CONSTRAINT "cost_folds_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cost_folds" ADD CONSTRAINT "cost_folds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cost_entries_account_id_index" ON "cost_entries" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "cost_entries_campaign_id_index" ON "cost_entries" USING btree ("campaign_id","starts_at") WHERE "cost_entries"."undone_at" is null;--> statement-breakpoint
CREATE INDEX "cost_folds_account_id_index" ON "cost_folds" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "cost_folds_due_index" ON "cost_folds" USING btree ("due_from") WHERE "cost_folds"."due_from" is not null;