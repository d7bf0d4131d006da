ALTER TABLE "conversions" ADD COLUMN "refunded_base_micro" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What refunds and chargebacks have taken so far, at the rate of the time when the conversion was reported.
UPDATE "conversions" SET "refunded_base_micro" =
  CASE WHEN "status" = 'chargeback' THEN "payout_base_micro" ELSE 0 END
  + round("refunded_micro" * CASE WHEN "currency" = 'USD' THEN 1 ELSE coalesce(
    (SELECT "rate" FROM "currency_rates" WHERE "currency_rates"."currency" = "conversions"."currency"
      AND "valid_from" <= "received_at" ORDER BY "valid_from" DESC, "currency_rates"."id" DESC LIMIT 1),
    (SELECT "rate" FROM "currency_rates" WHERE "currency_rates"."currency" = "conversions"."currency"
      AND "rate" IS NOT NULL ORDER BY "valid_from", "currency_rates"."id" LIMIT 1),
    0) END)::bigint
WHERE "status" = 'chargeback' OR "refunded_micro" > 0;--> statement-breakpoint
-- The analytics database has them without it. A change each, at the time of the last one, corrects that.
INSERT INTO "conversion_changes" ("conversion_id", "revision", "at", "source", "before", "after", "month")
SELECT "conversions"."id", "last"."revision" + 1, "last"."at", "last"."source", "last"."after",
  "last"."after" || jsonb_build_object('refunded_base_micro', "refunded_base_micro"::text), "last"."month"
FROM "conversions" JOIN LATERAL (
  SELECT * FROM "conversion_changes" WHERE "conversion_id" = "conversions"."id" ORDER BY "revision" DESC LIMIT 1
) AS "last" ON true
WHERE "refunded_base_micro" > 0
ORDER BY "conversions"."id";--> statement-breakpoint
UPDATE "conversions" SET "revision" = (
  SELECT max("revision") FROM "conversion_changes" WHERE "conversion_id" = "conversions"."id")
WHERE "refunded_base_micro" > 0 AND EXISTS (SELECT 1 FROM "conversion_changes" WHERE "conversion_id" = "conversions"."id");
