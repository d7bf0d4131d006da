-- Metrics of clicks with unknown cost have no currency, to distinguish them from free clicks.
DROP VIEW IF EXISTS figures_of_clicks;
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_clicks TO figures AS
SELECT account_id, campaign_id, quarter, multiIf(verdict = 1, 2, verdict = 2, 3, is_bot) AS event, country, device, os,
  browser, if(cost_model IN ('none', 'unreadable'), '', currency) AS cost_currency, seg AS origin,
  toInt64(count()) AS events, toInt64(sum(is_unique)) AS amounts, sum(spent_micro) AS spent, toInt64(count()) AS facts
FROM (
  SELECT account_id, campaign_id, quarter, verdict, is_bot, country, device, os, browser, cost_model,
    cost_currency AS currency, seg, is_unique, spent_micro
  FROM clicks
)
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin;

-- Subtracts the metrics of clicks and adds them again in one statement; does nothing if that is already done.
INSERT INTO figures SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
  -sum(events), -sum(amounts), -sum(spent), -sum(facts)
FROM figures
WHERE event <= 3 AND (SELECT sum(facts) FROM figures WHERE event <= 3 AND cost_currency = '')
  != (SELECT count() FROM clicks WHERE cost_model IN ('none', 'unreadable'))
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin
UNION ALL
SELECT account_id, campaign_id, quarter, multiIf(verdict = 1, 2, verdict = 2, 3, is_bot) AS kind, country, device, os,
  browser, if(cost_model IN ('none', 'unreadable'), '', cost_currency) AS currency, seg,
  toInt64(count()), toInt64(sum(is_unique)), sum(spent_micro), toInt64(count())
FROM clicks
WHERE (SELECT sum(facts) FROM figures WHERE event <= 3 AND cost_currency = '')
  != (SELECT count() FROM clicks WHERE cost_model IN ('none', 'unreadable'))
GROUP BY account_id, campaign_id, quarter, kind, country, device, os, browser, currency, seg;

-- Landing page events are metrics too, as event 16; impressions stay 4.
DROP VIEW IF EXISTS figures_of_impressions;
INSERT INTO figures SETTINGS insert_deduplicate = 0, max_execution_time = 0
SELECT account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin,
  -sum(events), -sum(amounts), -sum(spent), -sum(facts)
FROM figures
WHERE event = 16 AND (SELECT sum(facts) FROM figures WHERE event = 16)
  != (SELECT count() FROM page_events WHERE name != 'impression')
GROUP BY account_id, campaign_id, quarter, event, country, device, os, browser, cost_currency, origin
UNION ALL
SELECT account_id, campaign_id, quarter, 16, country, device, '', '', cost_currency, seg,
  toInt64(count()), toInt64(0), sum(cost_micro), toInt64(count())
FROM page_events
WHERE name != 'impression' AND (SELECT sum(facts) FROM figures WHERE event = 16)
  != (SELECT count() FROM page_events WHERE name != 'impression')
GROUP BY account_id, campaign_id, quarter, country, device, cost_currency, seg;

-- Created last, because the ingest starts once it exists.
CREATE MATERIALIZED VIEW IF NOT EXISTS figures_of_page_events TO figures AS
SELECT account_id, campaign_id, quarter, toUInt8(if(name = 'impression', 4, 16)) AS event, country, device, '' AS os,
  '' AS browser, cost_currency, seg AS origin,
  toInt64(count()) AS events, toInt64(0) AS amounts, sum(cost_micro) AS spent, toInt64(count()) AS facts
FROM page_events
GROUP BY account_id, campaign_id, quarter, event, country, device, cost_currency, origin;
