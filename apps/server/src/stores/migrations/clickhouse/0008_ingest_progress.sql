-- Up to when everything of each event log is here, as the process that reads the log says every few seconds. The row that
-- was put in last counts, whatever the clock said.
CREATE TABLE IF NOT EXISTS ingest_progress (
  log String,
  complete_until DateTime64(3, 'UTC'),
  updated_at DateTime('UTC') DEFAULT now()
)
ENGINE = ReplacingMergeTree
ORDER BY log;
