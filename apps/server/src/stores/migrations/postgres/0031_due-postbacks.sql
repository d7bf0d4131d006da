DROP INDEX "postbacks_due_at_index";--> statement-breakpoint
CREATE INDEX "postbacks_due_index" ON "postbacks" USING btree ("account_id","due_at","arrival") WHERE "postbacks"."due_at" is not null;