CREATE TABLE "conversion_types" (
	"account_id" bigint NOT NULL,
	"code" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"is_conversion" boolean NOT NULL,
	"is_revenue" boolean NOT NULL,
	"payout_micro" bigint,
	"currency" text DEFAULT 'USD' NOT NULL,
	"dedupe_mode" text,
	"position" integer NOT NULL,
	CONSTRAINT "conversion_types_account_id_code_pk" PRIMARY KEY("account_id","code"),
	CONSTRAINT "conversion_types_payout_is_not_negative" CHECK ("conversion_types"."payout_micro" >= 0)
);
--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "refunded_micro" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversion_types" ADD CONSTRAINT "conversion_types_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversions" ADD CONSTRAINT "conversions_refund_is_not_negative" CHECK ("conversions"."refunded_micro" >= 0);--> statement-breakpoint
-- For existing accounts everything counts as before: the standard types and those they use, as far as there is room.
INSERT INTO "conversion_types" ("account_id", "code", "is_conversion", "is_revenue", "position")
SELECT "account_id", "code", true, true, (row_number() OVER (PARTITION BY "account_id" ORDER BY "standard", "uses" DESC, "code")) - 1
FROM (
  SELECT "accounts"."id" AS "account_id", "standard"."code", "standard"."place" AS "standard", 0 AS "uses"
  FROM "accounts", unnest(ARRAY['lead', 'registration', 'deposit', 'sale', 'upsell', 'rebill', 'install']) WITH ORDINALITY AS "standard"("code", "place")
  UNION ALL
  SELECT "account_id", "code", 100, "uses" FROM (
    SELECT "account_id", "type" AS "code", count(*) AS "uses",
      row_number() OVER (PARTITION BY "account_id" ORDER BY count(*) DESC, "type") AS "rank"
    FROM "conversions"
    WHERE "type" NOT IN ('lead', 'registration', 'deposit', 'sale', 'upsell', 'rebill', 'install')
    GROUP BY "account_id", "type"
  ) AS "used" WHERE "rank" <= 13
) AS "listed";
