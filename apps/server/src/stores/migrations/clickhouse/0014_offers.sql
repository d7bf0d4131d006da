-- The offer that took the visitor, and why it was not the one that was drawn. Records of plain clicks lack both.
-- Last, because the ingest and the sync start once it is there.
ALTER TABLE clicks
  ADD COLUMN IF NOT EXISTS offer_id UInt64 CODEC(T64, ZSTD(1)),
  ADD COLUMN IF NOT EXISTS gave_way LowCardinality(String) CODEC(ZSTD(1));
