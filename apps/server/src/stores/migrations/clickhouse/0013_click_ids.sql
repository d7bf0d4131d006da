-- Identifiers that traffic sources gave clicks, from the link or from the landing page, and the visitor's consent. A click
-- may have several rows. They are found by the time of the click, and erased by it.
-- Created last, because the ingest and the sync start once it exists.
CREATE TABLE IF NOT EXISTS click_ids (
  at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  click_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  account_id UInt64 CODEC(ZSTD(1)),
  campaign_id UInt64 CODEC(ZSTD(1)),
  click_id String CODEC(ZSTD(3)),
  consent LowCardinality(String) CODEC(ZSTD(1)),
  ids String CODEC(ZSTD(3)),
  seg LowCardinality(String) CODEC(ZSTD(1)),
  off UInt32 CODEC(Delta, ZSTD(1)),
  quarter DateTime('UTC') MATERIALIZED toStartOfFifteenMinutes(click_at) CODEC(Delta, ZSTD(1)),
  INDEX seg_range seg TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (account_id, campaign_id, quarter, click_id)
SETTINGS
  fsync_after_insert = 1,
  fsync_part_directory = 1,
  min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1,
  max_suspicious_broken_parts = 10000,
  non_replicated_deduplication_window = 1000;
