-- Each part of this table that a question has to look into takes it a millisecond or two. What has been there for an hour
-- is put together whatever its size: figures are small, and written anew once an hour at the most.
ALTER TABLE figures MODIFY SETTING min_age_to_force_merge_seconds = 3600;

-- A part that has just come in is one file instead of one for each column. Every file is put on the disk by itself before
-- the rows are acknowledged, and whoever else writes to that disk, the event log for one, waits meanwhile.
ALTER TABLE clicks MODIFY SETTING min_bytes_for_wide_part = 67108864;
ALTER TABLE figures MODIFY SETTING min_bytes_for_wide_part = 67108864;
