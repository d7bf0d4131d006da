ALTER TABLE "letters" RENAME TO "emails";--> statement-breakpoint
ALTER INDEX "letters_created_at_index" RENAME TO "emails_created_at_index";
