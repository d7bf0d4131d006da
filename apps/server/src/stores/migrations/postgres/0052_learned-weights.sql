CREATE TABLE "learned_weights" (
	"campaign_id" bigint NOT NULL,
	"set_uid" text NOT NULL,
	"epoch" integer NOT NULL,
	"weights" jsonb,
	"why" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "learned_weights_campaign_id_set_uid_epoch_pk" PRIMARY KEY("campaign_id","set_uid","epoch")
);
--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "learned_epoch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "learned_weights" ADD CONSTRAINT "learned_weights_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "learned_weights_created_at_index" ON "learned_weights" USING btree ("created_at");