-- One rollup by all that is known of visitors, instead of two by a part of it each: the panels of a screen are answered
-- together, and filters by one thing do not keep those by another from using it. Parts from before it are asked row by
-- row until they are put together with others.
-- What a change leaves alone is linked, not copied; the engine's portable build has no links on its disk.
ALTER TABLE clicks MODIFY SETTING always_use_copy_instead_of_hardlinks = 1;
ALTER TABLE clicks DROP PROJECTION IF EXISTS by_country;
ALTER TABLE clicks DROP PROJECTION IF EXISTS by_device;
ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS by_visitor (
  SELECT account_id, campaign_id, quarter, verdict, is_bot, country, device, os, browser, cost_currency,
    count(), sum(is_unique), sum(spent_micro)
  GROUP BY account_id, campaign_id, quarter, verdict, is_bot, country, device, os, browser, cost_currency
);
ALTER TABLE clicks RESET SETTING always_use_copy_instead_of_hardlinks;
