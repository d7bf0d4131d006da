import { CLICK_COLUMNS } from '@poklik/domain/clicks/click-columns';

type ClickField = (typeof CLICK_COLUMNS)[number][0];

const DEFAULTS: Record<ClickField, string | number> = {
  ...(Object.fromEntries(CLICK_COLUMNS.map(([name, type]) => [name, type === 'String' ? '' : 0])) as Record<
    ClickField,
    string | number
  >),
  account_id: 1,
  campaign_id: 1,
  version: 1,
  visitor: 1,
  uniqueness_hours: 24,
  country: 'UA',
  device: 'mobile',
  os: 'Android',
  browser: 'Chrome',
  cost_currency: 'USD',
  cost_model: 'cpc',
  state: 'open',
};

/** A click record as the tracker writes it. */
export function clickRecord(fields: Partial<Record<ClickField, string | number>>): string {
  const all = { ...DEFAULTS, ...fields };
  return CLICK_COLUMNS.map(([name]) => all[name]).join('\t');
}
