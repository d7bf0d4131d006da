ALTER TABLE "users" ADD COLUMN "onboarding_hidden_at" timestamp with time zone;--> statement-breakpoint
-- Who is here already is not new.
UPDATE "users" SET "onboarding_hidden_at" = now();
