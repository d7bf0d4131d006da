CREATE TABLE "lander_versions" (
	"lander_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"author_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lander_versions_lander_id_version_pk" PRIMARY KEY("lander_id","version")
);
--> statement-breakpoint
CREATE TABLE "landers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "landers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "conversions_event_key";--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "offer_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lander_versions" ADD CONSTRAINT "lander_versions_lander_id_landers_id_fk" FOREIGN KEY ("lander_id") REFERENCES "public"."landers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lander_versions" ADD CONSTRAINT "lander_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "landers" ADD CONSTRAINT "landers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "landers" ADD CONSTRAINT "landers_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "landers_key_key" ON "landers" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "landers_name_key" ON "landers" USING btree ("account_id",lower("name")) WHERE "landers"."status" <> 'archived';--> statement-breakpoint
CREATE INDEX "landers_account_id_index" ON "landers" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_event_key" ON "conversions" USING btree ("click_id","type","transaction_id","turn","offer_id");