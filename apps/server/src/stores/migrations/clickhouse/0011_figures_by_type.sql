-- The rollups know the type of a conversion, so that an account can decide which types count. Everything else has none.
ALTER TABLE figures
  ADD COLUMN IF NOT EXISTS type LowCardinality(String) CODEC(ZSTD(1)),
  MODIFY ORDER BY (account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin, type);

-- Subtracts the metrics of conversions and adds them again by type in one statement; does nothing if that is already done.
DROP VIEW IF EXISTS figures_of_conversions;
INSERT INTO figures (account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin, events,
  amounts, spent, facts, type) SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
  -sum(events), -sum(amounts), -sum(spent), -sum(facts), type
FROM figures
WHERE event BETWEEN 5 AND 15
  AND (SELECT sum(facts) FROM figures WHERE event BETWEEN 5 AND 15 AND type != '') != (SELECT 2 * count() FROM conversions)
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin, type
UNION ALL
SELECT account_id, campaign_id, if(by_click, click_quarter, own_quarter) AS time,
  toUInt8(multiIf(status = 'pending', 5, status = 'approved', 6, 7) + 8 * by_click) AS kind, country, device, os, browser,
  '', concat('changes ', toString(intDiv(change_id, 10000))) AS source,
  sum(sign), sum(sign * payout_micro), sum(sign * cost_micro), toInt64(count()), type
FROM (SELECT *, quarter AS own_quarter, click_quarter FROM conversions) ARRAY JOIN [0, 1] AS by_click
WHERE (SELECT sum(facts) FROM figures WHERE event BETWEEN 5 AND 15 AND type != '') != (SELECT 2 * count() FROM conversions)
GROUP BY account_id, campaign_id, time, kind, country, device, os, browser, source, type;

-- Created last, and under a new name, because the ingest and the sync start once it exists. Its columns are those of the table in the same order.
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_conversion_types TO figures AS
SELECT account_id, campaign_id, if(by_click, click_quarter, own_quarter) AS quarter,
  toUInt8(multiIf(status = 'pending', 5, status = 'approved', 6, 7) + 8 * by_click) AS event, country, device, os,
  browser, '' AS cost_currency, concat('changes ', toString(intDiv(change_id, 10000))) AS origin,
  sum(sign) AS events, sum(sign * payout_micro) AS amounts, sum(sign * cost_micro) AS spent, toInt64(count()) AS facts,
  type
FROM (SELECT *, quarter AS own_quarter, click_quarter FROM conversions) ARRAY JOIN [0, 1] AS by_click
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, origin, type;
