-- Metrics of the statistics screens, aggregated on insert: one table for clicks, impressions and conversions, so that a
-- query uses a single table and reads only what it sums up.
-- `event` is 0 for a counted click, 1 for a bot, 2 excluded, 3 blocked, 4 an impression; 5 a pending conversion,
-- 6 approved, 7 rejected, each by its own time, and 13, 14 and 15 the same by the time of its click.
-- `facts` is the number of aggregated rows and `origin` is their source: a segment of the event log, or ten thousand
-- changes of conversions. Together they show which rows are missing after a crash.
CREATE TABLE IF NOT EXISTS figures (
  account_id UInt64 CODEC(ZSTD(1)),
  campaign_id UInt64 CODEC(ZSTD(1)),
  quarter DateTime('UTC') CODEC(Delta, ZSTD(1)),
  event UInt8 CODEC(ZSTD(1)),
  country LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  os LowCardinality(String) CODEC(ZSTD(1)),
  browser LowCardinality(String) CODEC(ZSTD(1)),
  cost_currency LowCardinality(String) CODEC(ZSTD(1)),
  origin LowCardinality(String) CODEC(ZSTD(1)),
  events Int64 CODEC(ZSTD(1)),
  amounts Int64 CODEC(ZSTD(1)),
  spent Int64 CODEC(ZSTD(1)),
  facts Int64 CODEC(ZSTD(1))
)
ENGINE = SummingMergeTree((events, amounts, spent, facts))
PARTITION BY toYYYYMM(quarter)
ORDER BY (account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin)
SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1,
  max_suspicious_broken_parts = 10000,
  non_replicated_deduplication_window = 1000;

-- Aggregates existing rows, one statement per table. On a large database a statement may run longer than the client waits,
-- so each does nothing if its rows are complete, and otherwise first subtracts what an earlier attempt has added.
INSERT INTO figures SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
  -sum(events), -sum(amounts), -sum(spent), -sum(facts)
FROM figures
WHERE event <= 3 AND (SELECT sum(facts) FROM figures WHERE event <= 3) != (SELECT count() FROM clicks)
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin
UNION ALL
SELECT account_id, campaign_id, quarter, multiIf(verdict = 1, 2, verdict = 2, 3, is_bot), country, device, os, browser,
  cost_currency, seg, toInt64(count()), toInt64(sum(is_unique)), sum(spent_micro), toInt64(count())
FROM clicks
WHERE (SELECT sum(facts) FROM figures WHERE event <= 3) != (SELECT count() FROM clicks)
GROUP BY account_id, campaign_id, quarter, multiIf(verdict = 1, 2, verdict = 2, 3, is_bot), country, device, os, browser,
  cost_currency, seg;

INSERT INTO figures SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
  -sum(events), -sum(amounts), -sum(spent), -sum(facts)
FROM figures
WHERE event = 4 AND (SELECT sum(facts) FROM figures WHERE event = 4)
  != (SELECT count() FROM page_events WHERE name = 'impression')
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin
UNION ALL
SELECT account_id, campaign_id, quarter, 4, country, device, '', '', cost_currency, seg,
  toInt64(count()), toInt64(0), sum(cost_micro), toInt64(count())
FROM page_events
WHERE name = 'impression' AND (SELECT sum(facts) FROM figures WHERE event = 4)
  != (SELECT count() FROM page_events WHERE name = 'impression')
GROUP BY account_id, campaign_id, quarter, country, device, cost_currency, seg;

INSERT INTO figures SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
  -sum(events), -sum(amounts), -sum(spent), -sum(facts)
FROM figures
WHERE event >= 5 AND (SELECT sum(facts) FROM figures WHERE event >= 5) != (SELECT 2 * count() FROM conversions)
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin
UNION ALL
SELECT account_id, campaign_id, if(by_click, click_quarter, quarter) AS time,
  multiIf(status = 'pending', 5, status = 'approved', 6, 7) + 8 * by_click AS event, country, device, os, browser,
  '', concat('changes ', toString(intDiv(change_id, 10000))) AS origin,
  sum(sign), sum(sign * payout_micro), sum(sign * cost_micro), toInt64(count())
FROM conversions ARRAY JOIN [0, 1] AS by_click
WHERE (SELECT sum(facts) FROM figures WHERE event >= 5) != (SELECT 2 * count() FROM conversions)
GROUP BY account_id, campaign_id, time, event, country, device, os, browser, origin;

-- The views have the columns of the table in the same order, because their queries are also used to recount rows.
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_clicks TO figures AS
SELECT account_id, campaign_id, quarter, multiIf(verdict = 1, 2, verdict = 2, 3, is_bot) AS event, country, device, os,
  browser, cost_currency, seg AS origin,
  toInt64(count()) AS events, toInt64(sum(is_unique)) AS amounts, sum(spent_micro) AS spent, toInt64(count()) AS facts
FROM clicks
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin;

CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_impressions TO figures AS
SELECT account_id, campaign_id, quarter, 4 AS event, country, device, '' AS os, '' AS browser, cost_currency,
  seg AS origin,
  toInt64(count()) AS events, toInt64(0) AS amounts, sum(cost_micro) AS spent, toInt64(count()) AS facts
FROM page_events WHERE name = 'impression'
GROUP BY account_id, campaign_id, quarter, country, device, cost_currency, origin;

CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_conversions TO figures AS
SELECT account_id, campaign_id, if(by_click, click_quarter, own_quarter) AS quarter,
  toUInt8(multiIf(status = 'pending', 5, status = 'approved', 6, 7) + 8 * by_click) AS event, country, device, os,
  browser, '' AS cost_currency, concat('changes ', toString(intDiv(change_id, 10000))) AS origin,
  sum(sign) AS events, sum(sign * payout_micro) AS amounts, sum(sign * cost_micro) AS spent, toInt64(count()) AS facts
FROM (SELECT *, quarter AS own_quarter, click_quarter FROM conversions) ARRAY JOIN [0, 1] AS by_click
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, origin;

-- These projections are no longer used. By default unchanged files are hard-linked, which the WebAssembly build does not
-- support, and a projection that stays is always linked. So by_campaign is dropped and created again.
ALTER TABLE clicks MODIFY SETTING always_use_copy_instead_of_hardlinks = 1;
ALTER TABLE clicks DROP PROJECTION IF EXISTS by_visitor, DROP PROJECTION IF EXISTS by_campaign;
ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS by_campaign (
  SELECT account_id, campaign_id, quarter, verdict, is_bot, black_list_id, cost_currency,
    count(), sum(is_unique), sum(spent_micro), max(at)
  GROUP BY account_id, campaign_id, quarter, verdict, is_bot, black_list_id, cost_currency
);
ALTER TABLE clicks RESET SETTING always_use_copy_instead_of_hardlinks;
ALTER TABLE page_events MODIFY SETTING always_use_copy_instead_of_hardlinks = 1;
ALTER TABLE page_events DROP PROJECTION IF EXISTS by_campaign;
ALTER TABLE page_events RESET SETTING always_use_copy_instead_of_hardlinks;
ALTER TABLE conversions MODIFY SETTING always_use_copy_instead_of_hardlinks = 1;
ALTER TABLE conversions DROP PROJECTION IF EXISTS by_time, DROP PROJECTION IF EXISTS by_click_time;
ALTER TABLE conversions RESET SETTING always_use_copy_instead_of_hardlinks;
