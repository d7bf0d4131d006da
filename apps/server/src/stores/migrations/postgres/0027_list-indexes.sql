CREATE INDEX "conversions_payout_index" ON "conversions" USING btree ("account_id","payout_base_micro","id");--> statement-breakpoint
CREATE INDEX "conversions_click_at_index" ON "conversions" USING btree ("account_id","click_at","id");--> statement-breakpoint
CREATE INDEX "outgoing_postbacks_account_id_index" ON "outgoing_postbacks" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "postbacks_campaign_id_index" ON "postbacks" USING btree ("campaign_id","received_at","id");