-- What cost entries add to the cost of clicks, or take from it, by every dimension of a click that reports group by.
-- `unpriced` is minus the number of clicks of unknown cost that an entry gives a price, and `without_cost` minus the number
-- of clicks that came with no cost at all. Rows are never changed: a fold inserts the difference to what there should be.
-- In `figures` they are event 17, with `unpriced` as events and `without_cost` as amounts.
CREATE TABLE IF NOT EXISTS cost_changes (
  account_id UInt64 CODEC(LZ4),
  campaign_id UInt64 CODEC(LZ4),
  quarter DateTime('UTC') CODEC(Delta, LZ4),
  version UInt32 CODEC(LZ4),
  rule UInt16 CODEC(LZ4),
  destination UInt16 CODEC(LZ4),
  country LowCardinality(String) CODEC(LZ4),
  language LowCardinality(String) CODEC(LZ4),
  device LowCardinality(String) CODEC(LZ4),
  os LowCardinality(String) CODEC(LZ4),
  browser LowCardinality(String) CODEC(LZ4),
  referrer_host LowCardinality(String) CODEC(LZ4),
  traffic_source LowCardinality(String) CODEC(LZ4),
  sub1 String CODEC(LZ4),
  sub2 String CODEC(LZ4),
  sub3 String CODEC(LZ4),
  sub4 String CODEC(LZ4),
  sub5 String CODEC(LZ4),
  sub6 String CODEC(LZ4),
  sub7 String CODEC(LZ4),
  sub8 String CODEC(LZ4),
  sub9 String CODEC(LZ4),
  sub10 String CODEC(LZ4),
  cost_currency LowCardinality(String) CODEC(LZ4),
  entry_id UInt64 CODEC(LZ4),
  amount_micro Int64 CODEC(LZ4),
  unpriced Int64 CODEC(LZ4),
  without_cost Int64 CODEC(LZ4)
)
ENGINE = SummingMergeTree((amount_micro, unpriced, without_cost))
PARTITION BY toYYYYMM(quarter)
ORDER BY (account_id, campaign_id, quarter, version, rule, destination, country, language, device, os, browser,
  referrer_host, traffic_source, sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8, sub9, sub10, cost_currency, entry_id)
SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1,
  max_suspicious_broken_parts = 10000,
  non_replicated_deduplication_window = 1000;
