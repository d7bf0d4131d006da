-- One rollup by all visitor dimensions instead of two smaller ones, so that one query serves all panels of a screen and
-- filters on any dimension can use it. Older parts are read row by row until they are merged.
-- By default unchanged files are hard-linked, which the WebAssembly build does not support.
ALTER TABLE clicks MODIFY SETTING always_use_copy_instead_of_hardlinks = 1;
ALTER TABLE clicks DROP PROJECTION IF EXISTS by_country;
ALTER TABLE clicks DROP PROJECTION IF EXISTS by_device;
ALTER TABLE clicks ADD PROJECTION IF NOT EXISTS by_visitor (
  SELECT account_id, campaign_id, quarter, verdict, is_bot, country, device, os, browser, cost_currency,
    count(), sum(is_unique), sum(spent_micro)
  GROUP BY account_id, campaign_id, quarter, verdict, is_bot, country, device, os, browser, cost_currency
);
ALTER TABLE clicks RESET SETTING always_use_copy_instead_of_hardlinks;
