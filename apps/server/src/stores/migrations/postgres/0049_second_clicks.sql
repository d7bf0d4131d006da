DROP INDEX "conversions_event_key";--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "offer_id" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conversions_event_key" ON "conversions" USING btree ("click_id","type","transaction_id","turn","offer_id");