-- One row per click of the event log. (seg, off) is the position of its record there and identifies the row.
-- An insert is atomic within one partition, so the ingest never inserts across months.
-- The projections are rollups inside the parts of the rows, so rows and rollups always match. They use a quarter of an
-- hour because time zones differ by no less.
CREATE TABLE IF NOT EXISTS clicks (
  click_id String CODEC(ZSTD(3)),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  account_id UInt64 CODEC(ZSTD(1)),
  campaign_id UInt64 CODEC(ZSTD(1)),
  version UInt32 CODEC(ZSTD(1)),
  rule UInt16 CODEC(ZSTD(1)),
  destination UInt16 CODEC(ZSTD(1)),
  verdict UInt8 CODEC(ZSTD(1)),
  black_list_id UInt64 CODEC(ZSTD(1)),
  is_bot UInt8 CODEC(ZSTD(1)),
  visitor UInt64 CODEC(ZSTD(1)),
  uniqueness_hours UInt16 CODEC(ZSTD(1)),
  ip String CODEC(ZSTD(3)),
  country LowCardinality(String) CODEC(ZSTD(1)),
  language LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  os LowCardinality(String) CODEC(ZSTD(1)),
  browser LowCardinality(String) CODEC(ZSTD(1)),
  user_agent LowCardinality(String) CODEC(ZSTD(3)),
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
  external_id String CODEC(ZSTD(3)),
  cost_micro Int64 CODEC(ZSTD(1)),
  cost_currency LowCardinality(String) CODEC(ZSTD(1)),
  cost_model LowCardinality(String) CODEC(ZSTD(1)),
  draw UInt32 CODEC(T64, ZSTD(1)),
  final_url String CODEC(ZSTD(3)),
  state LowCardinality(String) CODEC(ZSTD(1)),
  seg LowCardinality(String) CODEC(ZSTD(1)),
  off UInt32 CODEC(Delta, ZSTD(1)),
  is_unique UInt8 CODEC(ZSTD(1)),
  quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(at) CODEC(Delta, ZSTD(1)),
  spent_micro Int64 MATERIALIZED if(verdict = 0 AND (is_unique OR cost_model != 'cpuc'), cost_micro, 0) CODEC(ZSTD(1)),
  INDEX seg_range seg TYPE minmax GRANULARITY 1,
  PROJECTION by_campaign (
    SELECT account_id, campaign_id, quarter, verdict, is_bot, black_list_id, cost_currency,
      count(), sum(is_unique), sum(spent_micro), max(at)
    GROUP BY account_id, campaign_id, quarter, verdict, is_bot, black_list_id, cost_currency
  ),
  PROJECTION by_country (
    SELECT account_id, campaign_id, quarter, verdict, is_bot, country, cost_currency,
      count(), sum(is_unique), sum(spent_micro)
    GROUP BY account_id, campaign_id, quarter, verdict, is_bot, country, cost_currency
  ),
  PROJECTION by_device (
    SELECT account_id, campaign_id, quarter, verdict, is_bot, device, os, browser, cost_currency,
      count(), sum(is_unique), sum(spent_micro)
    GROUP BY account_id, campaign_id, quarter, verdict, is_bot, device, os, browser, cost_currency
  )
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (account_id, campaign_id, quarter, at)
SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1,
  max_suspicious_broken_parts = 10000,
  non_replicated_deduplication_window = 1000;

-- Impressions and events of landing pages.
CREATE TABLE IF NOT EXISTS page_events (
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  account_id UInt64 CODEC(ZSTD(1)),
  campaign_id UInt64 CODEC(ZSTD(1)),
  name LowCardinality(String) CODEC(ZSTD(1)),
  click_id String CODEC(ZSTD(3)),
  country LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  cost_micro Int64 CODEC(ZSTD(1)),
  cost_currency LowCardinality(String) CODEC(ZSTD(1)),
  seg LowCardinality(String) CODEC(ZSTD(1)),
  off UInt32 CODEC(Delta, ZSTD(1)),
  quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(at) CODEC(Delta, ZSTD(1)),
  INDEX seg_range seg TYPE minmax GRANULARITY 1,
  PROJECTION by_campaign (
    SELECT account_id, campaign_id, quarter, name, country, device, cost_currency, count(), sum(cost_micro)
    GROUP BY account_id, campaign_id, quarter, name, country, device, cost_currency
  )
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
