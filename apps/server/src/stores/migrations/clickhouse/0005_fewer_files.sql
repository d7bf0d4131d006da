-- Each part of this table adds a millisecond or two to a query. Parts that are an hour old are merged regardless of their
-- size, because they are small and rewritten at most once an hour.
ALTER TABLE figures MODIFY SETTING min_age_to_force_merge_seconds = 3600;

-- A new part is one file instead of one per column. Each file is synced before the rows are acknowledged, and other writers
-- on the same disk, such as the event log, have to wait for it.
ALTER TABLE clicks MODIFY SETTING min_bytes_for_wide_part = 67108864;
ALTER TABLE figures MODIFY SETTING min_bytes_for_wide_part = 67108864;
