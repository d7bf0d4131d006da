CREATE TABLE "offer_conversions" (
	"offer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"conversions" bigint NOT NULL,
	"payout_micro" bigint NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "offer_conversions_offer_id_day_pk" PRIMARY KEY("offer_id","day")
);
--> statement-breakpoint
ALTER TABLE "offer_conversions" ADD CONSTRAINT "offer_conversions_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_conversions_updated_at_index" ON "offer_conversions" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "conversions_offer_index" ON "conversions" USING btree ("account_id",(("click" ->> 'offer_id')::bigint),"received_at") WHERE ("conversions"."click" ->> 'offer_id')::bigint > 0;