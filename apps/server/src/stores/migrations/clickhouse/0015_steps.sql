-- Second clicks: where the links of landers led. The row has the time and the facts of the click, and counts with it;
-- what else the click knows is looked up there. `firsts` says whether it is the first of its click at this step (1) and
-- with this offer (2), which the ingest decides in the order of the log.
CREATE TABLE IF NOT EXISTS steps (
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  click_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  account_id UInt64 CODEC(ZSTD(1)),
  campaign_id UInt64 CODEC(ZSTD(1)),
  version UInt32 CODEC(ZSTD(1)),
  click_id String CODEC(ZSTD(3)),
  step UInt8 CODEC(ZSTD(1)),
  slot UInt8 CODEC(ZSTD(1)),
  lander_id UInt64 CODEC(ZSTD(1)),
  offer_id UInt64 CODEC(ZSTD(1)),
  next_lander_id UInt64 CODEC(ZSTD(1)),
  firsts UInt8 CODEC(ZSTD(1)),
  uid LowCardinality(String) CODEC(ZSTD(1)),
  draw UInt32 CODEC(ZSTD(1)),
  gave_way LowCardinality(String) CODEC(ZSTD(1)),
  verdict UInt8 CODEC(ZSTD(1)),
  is_bot UInt8 CODEC(ZSTD(1)),
  rule UInt16 CODEC(ZSTD(1)),
  destination UInt16 CODEC(ZSTD(1)),
  country LowCardinality(String) CODEC(ZSTD(1)),
  language LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  os LowCardinality(String) CODEC(ZSTD(1)),
  browser LowCardinality(String) CODEC(ZSTD(1)),
  traffic_source LowCardinality(String) CODEC(ZSTD(1)),
  final_url String CODEC(ZSTD(3)),
  seg LowCardinality(String) CODEC(ZSTD(1)),
  off UInt32 CODEC(Delta, ZSTD(1)),
  quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(click_at) CODEC(Delta, ZSTD(1)),
  INDEX seg_range seg TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (account_id, campaign_id, quarter, lander_id, at)
SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1,
  max_suspicious_broken_parts = 10000,
  non_replicated_deduplication_window = 1000;

-- The lander that the visitor saw first and the offer that converted; 0 for none.
ALTER TABLE conversions
  ADD COLUMN IF NOT EXISTS lander_id UInt64 CODEC(T64, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS offer_id UInt64 CODEC(T64, ZSTD(1));

ALTER TABLE clicks ADD COLUMN IF NOT EXISTS lander_id UInt64 CODEC(T64, ZSTD(1));

-- Clicks that led to offers before; does nothing if that is already done.
INSERT INTO figures (account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin, events,
  amounts, spent, facts, type) SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, 21, country, device, os, browser, '', seg,
  toInt64(count()), toInt64(0), toInt64(0), toInt64(count()), ''
FROM clicks
WHERE verdict = 0 AND offer_id != 0 AND (SELECT count() FROM figures WHERE event = 21) = 0
GROUP BY account_id, campaign_id, quarter, country, device, os, browser, seg;

-- Event 19 is a redirect to a lander, 20 the first click of a visitor on a lander, 21 one on the way to an offer. A redirect
-- of the tracking link leads to one of them.
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_landings TO figures AS
SELECT account_id, campaign_id, quarter, toUInt8(if(lander_id != 0, 19, 21)) AS event, country, device, os, browser,
  '' AS cost_currency, seg AS origin,
  toInt64(count()) AS events, toInt64(0) AS amounts, toInt64(0) AS spent, toInt64(count()) AS facts
FROM clicks
WHERE verdict = 0 AND (lander_id != 0 OR offer_id != 0)
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, origin;

CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_steps TO figures AS
SELECT account_id, campaign_id, quarter, toUInt8(counted) AS event, country, device, os, browser, '' AS cost_currency,
  seg AS origin,
  toInt64(count()) AS events, toInt64(0) AS amounts, toInt64(0) AS spent, toInt64(count()) AS facts
FROM (
  SELECT account_id, campaign_id, quarter, country, device, os, browser, seg, verdict, next_lander_id, firsts FROM steps
)
ARRAY JOIN [19, 20, 21] AS counted
WHERE verdict = 0 AND multiIf(counted = 19, next_lander_id != 0, counted = 20, bitTest(firsts, 0), bitTest(firsts, 1))
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, origin;

-- How the visitor came. Last, because the ingest and the sync start once it is there.
ALTER TABLE clicks ADD COLUMN IF NOT EXISTS entry LowCardinality(String) CODEC(ZSTD(1));
