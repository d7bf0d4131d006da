-- When the change happened, so that conversions can be read as they stood at a time and the age at which they were decided
-- is known. Rows of earlier versions count as changed at once.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS changed_at DateTime('UTC') DEFAULT toDateTime(at, 'UTC') CODEC(Delta, ZSTD(1));
