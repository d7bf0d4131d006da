ALTER TABLE "users" ADD COLUMN "onboarding_hidden_at" timestamp with time zone;--> statement-breakpoint
-- Existing users need no onboarding.
UPDATE "users" SET "onboarding_hidden_at" = now();
