CREATE TABLE "network_templates" (
	"code" text PRIMARY KEY NOT NULL,
	"details" jsonb,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
