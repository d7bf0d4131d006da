-- The time up to which each event log is complete, updated every few seconds by the process that reads the log. The last
-- inserted row counts, regardless of the clock.
CREATE TABLE IF NOT EXISTS ingest_progress (
  log String,
  complete_until DateTime64(3, 'UTC'),
  updated_at DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree
ORDER BY log;
