CREATE TABLE "brand_images" (
	"hash" text PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_acceptances" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "legal_acceptances_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"language" text NOT NULL,
	"ip" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "legal_documents" (
	"slug" text NOT NULL,
	"version" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"needs_acceptance" boolean NOT NULL,
	"by" bigint,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_documents_slug_version_pk" PRIMARY KEY("slug","version")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"version" integer NOT NULL,
	"key" text NOT NULL,
	"value" jsonb,
	"by" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "settings_key_version_pk" PRIMARY KEY("key","version")
);
--> statement-breakpoint
ALTER TABLE "legal_acceptances" ADD CONSTRAINT "legal_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_documents" ADD CONSTRAINT "legal_documents_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings" ADD CONSTRAINT "settings_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_acceptances_user_index" ON "legal_acceptances" USING btree ("user_id","slug","version");--> statement-breakpoint
CREATE TRIGGER settings_stay BEFORE UPDATE OR DELETE ON settings FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER legal_documents_stay BEFORE UPDATE OR DELETE ON legal_documents FOR EACH ROW EXECUTE FUNCTION refuse_change();
