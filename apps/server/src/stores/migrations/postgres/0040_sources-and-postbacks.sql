CREATE TABLE "outgoing_secrets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outgoing_secrets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"sealed" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "traffic_source_templates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "traffic_source_templates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"details" jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"catalogue_revision" integer,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"is_edited" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "traffic_source_templates_code_key" UNIQUE NULLS NOT DISTINCT("account_id","code")
);
--> statement-breakpoint
ALTER TABLE "outgoing_postbacks" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_postbacks" ADD COLUMN "headers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_postbacks" ADD COLUMN "body_type" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_postbacks" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_postbacks" ADD COLUMN "answer_body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "outgoing_secrets" ADD CONSTRAINT "outgoing_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traffic_source_templates" ADD CONSTRAINT "traffic_source_templates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_secrets_name_key" ON "outgoing_secrets" USING btree ("account_id","name");