-- What refunds and chargebacks took of a conversion, in the base currency. Rows of earlier releases have 0; a change that
-- the upgrade of PostgreSQL adds for each of them corrects that.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS refunded_micro Int64 CODEC(ZSTD(1));

-- Event 22 is a conversion of which something was taken, with how much as its amount, and 30 the same by the time of its
-- click. Created last, because the ingest and the sync start once it exists.
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_refunds TO figures AS
SELECT account_id, campaign_id, if(by_click, click_quarter, own_quarter) AS quarter,
  toUInt8(22 + 8 * by_click) AS event, country, device, os, browser, '' AS cost_currency,
  concat('changes ', toString(intDiv(change_id, 10000))) AS origin,
  sum(sign) AS events, sum(sign * refunded_micro) AS amounts, toInt64(0) AS spent, toInt64(count()) AS facts, type
FROM (SELECT *, quarter AS own_quarter, click_quarter FROM conversions WHERE refunded_micro != 0) ARRAY JOIN [0, 1] AS by_click
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, origin, type;
