-- The value that a page gives an event, and when the row was inserted, in seconds: rows of earlier releases have 0.
ALTER TABLE page_events ADD COLUMN IF NOT EXISTS value_micro Int64 CODEC(ZSTD(1));
ALTER TABLE page_events ADD COLUMN IF NOT EXISTS inserted_at UInt32 CODEC(ZSTD(1));
ALTER TABLE page_events ADD INDEX IF NOT EXISTS inserted_range inserted_at TYPE minmax GRANULARITY 4;

-- Every event of a page as it counts: at the time and with the facts of its click. Built from the rows of `page_events` and
-- `clicks` by the worker; (seg, off) is the same as in `page_events`. `name` is the one it counts under, `is_first` whether
-- it is the first of its click with that name, and `is_stray` whether it names a click that is not counted.
CREATE TABLE IF NOT EXISTS counted_events (
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  counts_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  account_id UInt64 CODEC(ZSTD(1)),
  campaign_id UInt64 CODEC(ZSTD(1)),
  name LowCardinality(String) CODEC(ZSTD(1)),
  click_id String CODEC(ZSTD(3)),
  is_first UInt8 CODEC(ZSTD(1)),
  is_stray UInt8 CODEC(ZSTD(1)),
  version UInt32 CODEC(ZSTD(1)),
  rule UInt16 CODEC(ZSTD(1)),
  destination UInt16 CODEC(ZSTD(1)),
  country LowCardinality(String) CODEC(ZSTD(1)),
  language LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  os LowCardinality(String) CODEC(ZSTD(1)),
  browser LowCardinality(String) CODEC(ZSTD(1)),
  referrer_host LowCardinality(String) CODEC(ZSTD(1)),
  traffic_source LowCardinality(String) CODEC(ZSTD(1)),
  sub1 String CODEC(ZSTD(3)),
  sub2 String CODEC(ZSTD(3)),
  sub3 String CODEC(ZSTD(3)),
  sub4 String CODEC(ZSTD(3)),
  sub5 String CODEC(ZSTD(3)),
  sub6 String CODEC(ZSTD(3)),
  sub7 String CODEC(ZSTD(3)),
  sub8 String CODEC(ZSTD(3)),
  sub9 String CODEC(ZSTD(3)),
  sub10 String CODEC(ZSTD(3)),
  value_micro Int64 CODEC(ZSTD(1)),
  inserted_at UInt32 CODEC(ZSTD(1)),
  seg LowCardinality(String) CODEC(ZSTD(1)),
  off UInt32 CODEC(Delta, ZSTD(1)),
  quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(counts_at) CODEC(Delta, ZSTD(1)),
  INDEX inserted_range inserted_at TYPE minmax GRANULARITY 4,
  INDEX at_range at TYPE minmax GRANULARITY 4
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (account_id, campaign_id, quarter, name, at)
SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1,
  max_suspicious_broken_parts = 10000,
  non_replicated_deduplication_window = 1000;

-- All events inserted before this time, in seconds, are counted; empty until those of earlier releases are.
CREATE TABLE IF NOT EXISTS event_progress (
  counted_until UInt32,
  saved_at DateTime DEFAULT now()
)
ENGINE = ReplacingMergeTree
ORDER BY tuple();

-- Impressions stay event 4. Other events are counted again from `counted_events`: what they had by their own time is
-- subtracted, which does nothing if that is already done.
DROP VIEW IF EXISTS figures_of_page_events;
INSERT INTO figures (account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin, events,
  amounts, spent, facts, type) SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
  -sum(events), -sum(amounts), -sum(spent), -sum(facts) AS cancelled, type
FROM figures
WHERE event = 16 AND origin NOT LIKE 'events %'
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin, type
HAVING cancelled != 0;
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_impressions TO figures AS
SELECT account_id, campaign_id, quarter, toUInt8(4) AS event, country, device, '' AS os, '' AS browser, cost_currency,
  seg AS origin,
  toInt64(count()) AS events, toInt64(0) AS amounts, sum(cost_micro) AS spent, toInt64(count()) AS facts
FROM page_events WHERE name = 'impression'
GROUP BY account_id, campaign_id, quarter, country, device, cost_currency, origin;

-- Event 16 with its name as `type`, and how many are the first of their click as amounts; 18 are events without a counted
-- click. Created last, because the ingest starts once it exists.
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_counted_events TO figures AS
SELECT account_id, campaign_id, quarter, toUInt8(if(is_stray, 18, 16)) AS event, country, device, os, browser,
  '' AS cost_currency, concat('events ', toString(toDate(at))) AS origin,
  toInt64(count()) AS events, toInt64(sum(is_first)) AS amounts, toInt64(0) AS spent, toInt64(count()) AS facts,
  if(is_stray, '', name) AS type
FROM counted_events
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, origin, type;
