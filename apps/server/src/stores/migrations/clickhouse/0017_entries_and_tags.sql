-- How the visitor came and the kind of identifier that the source gave, on everything that counts with a click; the lander
-- of events; and the step of conversions, the number of landers on the way. Rows of earlier releases have the tracking link,
-- no identifier and no lander.
ALTER TABLE counted_events
  ADD COLUMN IF NOT EXISTS lander_id UInt64 CODEC(T64, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS entry LowCardinality(String) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS tag_kind LowCardinality(String) CODEC(ZSTD(1));
ALTER TABLE conversions
  ADD COLUMN IF NOT EXISTS step UInt8 CODEC(T64, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS entry LowCardinality(String) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS tag_kind LowCardinality(String) CODEC(ZSTD(1));

-- Corrected costs are told apart by what reports group by. The next fold moves what earlier ones had under no lander.
ALTER TABLE cost_changes
  ADD COLUMN IF NOT EXISTS lander_id UInt64 CODEC(LZ4),
  ADD COLUMN IF NOT EXISTS offer_id UInt64 CODEC(LZ4),
  ADD COLUMN IF NOT EXISTS entry LowCardinality(String) CODEC(LZ4),
  ADD COLUMN IF NOT EXISTS tag_kind LowCardinality(String) CODEC(LZ4),
  MODIFY ORDER BY (account_id, campaign_id, quarter, version, rule, destination, country, language, device, os, browser,
    referrer_host, traffic_source, sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8, sub9, sub10, cost_currency, entry_id,
    lander_id, offer_id, entry, tag_kind);

-- Last, because the ingest and the sync start once they are there.
ALTER TABLE clicks
  ADD COLUMN IF NOT EXISTS tag_kind LowCardinality(String) CODEC(ZSTD(1)),
  ADD COLUMN IF NOT EXISTS consent LowCardinality(String) CODEC(ZSTD(1));
