-- Conversions of PostgreSQL as rows that can be summed up. A change inserts the old row with sign -1 and the new one with
-- sign 1, so every metric is a sum of sign, or of sign times an amount.
-- (change_id, sign) identifies a row: the ID of the change in PostgreSQL, which is inserted once.
-- Amounts are millionths of the base currency. The cost is that of the conversion: a price per conversion or a share of
-- its payout; clicks and impressions have their own cost.
CREATE TABLE IF NOT EXISTS conversions (
  conversion_id String CODEC(ZSTD(3)),
  revision UInt32 CODEC(ZSTD(1)),
  sign Int8 CODEC(ZSTD(1)),
  click_id String CODEC(ZSTD(3)),
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  click_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  account_id UInt64 CODEC(ZSTD(1)),
  campaign_id UInt64 CODEC(ZSTD(1)),
  version UInt32 CODEC(ZSTD(1)),
  rule UInt16 CODEC(ZSTD(1)),
  destination UInt16 CODEC(ZSTD(1)),
  type LowCardinality(String) CODEC(ZSTD(1)),
  status LowCardinality(String) CODEC(ZSTD(1)),
  payout_micro Int64 CODEC(ZSTD(1)),
  cost_micro Int64 CODEC(ZSTD(1)),
  country LowCardinality(String) CODEC(ZSTD(1)),
  language LowCardinality(String) CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)),
  os LowCardinality(String) CODEC(ZSTD(1)),
  browser LowCardinality(String) CODEC(ZSTD(1)),
  referrer_host LowCardinality(String) CODEC(ZSTD(1)),
  traffic_source LowCardinality(String) CODEC(ZSTD(1)),
  is_bot UInt8 CODEC(ZSTD(1)),
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
  change_id UInt64 CODEC(Delta, ZSTD(1)),
  quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(at) CODEC(Delta, ZSTD(1)),
  click_quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(click_at) CODEC(Delta, ZSTD(1)),
  INDEX change_range change_id TYPE minmax GRANULARITY 1,
  INDEX click_range click_quarter TYPE minmax GRANULARITY 1,
  PROJECTION by_time (
    SELECT account_id, campaign_id, quarter, type, status, is_bot,
      sum(sign), sum(sign * payout_micro), sum(sign * cost_micro)
    GROUP BY account_id, campaign_id, quarter, type, status, is_bot
  ),
  PROJECTION by_click_time (
    SELECT account_id, campaign_id, click_quarter, type, status, is_bot,
      sum(sign), sum(sign * payout_micro), sum(sign * cost_micro)
    GROUP BY account_id, campaign_id, click_quarter, type, status, is_bot
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
