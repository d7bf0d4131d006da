CREATE TABLE "replays" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "replays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"campaign_id" bigint NOT NULL,
	"settings" jsonb NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"timezone" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"report" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replays_state_is_known" CHECK ("replays"."state" in ('waiting', 'done', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replays_campaign_id_index" ON "replays" USING btree ("campaign_id");--> statement-breakpoint
CREATE INDEX "replays_created_at_index" ON "replays" USING btree ("created_at");