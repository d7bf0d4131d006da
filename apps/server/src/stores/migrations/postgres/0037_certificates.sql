CREATE TABLE "acme_accounts" (
	"directory" text PRIMARY KEY NOT NULL,
	"key_sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acme_challenges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acme_challenges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"token" text NOT NULL,
	"key_authorization" text NOT NULL,
	"certificate" text,
	"key_sealed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acme_orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "acme_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"registered_domain" text NOT NULL,
	"is_renewal" boolean NOT NULL,
	"result" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"chain" text,
	"key_sealed" text,
	"not_before" timestamp with time zone,
	"not_after" timestamp with time zone,
	"source" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"renewal_asked_at" timestamp with time zone,
	"alarm" text
);
--> statement-breakpoint
CREATE INDEX "acme_challenges_token_index" ON "acme_challenges" USING btree ("token");--> statement-breakpoint
CREATE INDEX "acme_orders_created_at_index" ON "acme_orders" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "acme_orders_registered_domain_index" ON "acme_orders" USING btree ("registered_domain","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_host_key" ON "certificates" USING btree ("host");--> statement-breakpoint
CREATE INDEX "certificates_next_try_index" ON "certificates" USING btree ("next_try_at");