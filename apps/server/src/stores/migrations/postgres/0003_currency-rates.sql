CREATE TABLE "currency_rates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "currency_rates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"currency" text NOT NULL,
	"rate" numeric(18, 9),
	"valid_from" timestamp with time zone DEFAULT now() NOT NULL,
	"set_by_id" bigint,
	CONSTRAINT "currency_rates_rate_is_positive" CHECK ("currency_rates"."rate" > 0)
);
--> statement-breakpoint
ALTER TABLE "currency_rates" ADD CONSTRAINT "currency_rates_set_by_id_users_id_fk" FOREIGN KEY ("set_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "currency_rates_currency_index" ON "currency_rates" USING btree ("currency","valid_from");