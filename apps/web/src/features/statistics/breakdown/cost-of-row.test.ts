import type { StatisticsFilter } from '@poklik/contract/statistics';
import { expect, it } from 'vitest';
import { DEFAULTS } from '../statistics-state.ts';
import { costOfRow } from './cost-of-row.ts';

const is = (dimension: StatisticsFilter['dimension'], ...values: string[]): StatisticsFilter => ({
  dimension,
  operator: 'in',
  values,
});
const screenOf = (...filters: StatisticsFilter[]) => ({
  state: { ...DEFAULTS, filters },
  days: { start: '2026-05-04', end: '2026-05-31' },
  today: '2026-05-20',
  timezone: 'Europe/Kyiv',
});
const REPORT = { start: '2026-05-04', end: '2026-05-20', timezone: 'Europe/Kyiv' };

it.each<[string, StatisticsFilter[], StatisticsFilter[], object | null]>([
  ['a campaign', [], [is('campaign', '7')], { ...REPORT, campaignId: 7, filters: [] }],
  [
    'a placement of a campaign',
    [],
    [is('campaign', '7'), is('sub1', 'a=b')],
    { ...REPORT, campaignId: 7, filters: [is('sub1', 'a=b')] },
  ],
  [
    'a placement in the report of a campaign, with its other filters',
    [is('campaign', '7'), { ...is('country', 'UA'), operator: 'not_in' }, is('sub1', 'a', 'b')],
    [is('sub1', 'a')],
    { ...REPORT, campaignId: 7, filters: [{ ...is('country', 'UA'), operator: 'not_in' }, is('sub1', 'a')] },
  ],
  [
    'a day',
    [is('campaign', '7')],
    [is('day', '2026-05-10')],
    { ...REPORT, start: '2026-05-10', end: '2026-05-10', campaignId: 7, filters: [] },
  ],
  [
    'the part of a week that the report shows',
    [is('campaign', '7')],
    [is('week', '2026-05-18'), is('device', 'mobile')],
    { ...REPORT, start: '2026-05-18', campaignId: 7, filters: [is('device', 'mobile')] },
  ],
  ['several campaigns', [is('campaign', '7', '8')], [is('country', 'UA')], null],
  ['all campaigns', [], [is('country', 'UA')], null],
  ['a rule, which no source bills', [], [is('campaign', '7'), is('rule', '7:1')], null],
  ['clicks with a kind of conversion', [is('conversion_type', 'lead')], [is('campaign', '7')], null],
])('the cost of %s', (_, filters, path, expected) => {
  expect(costOfRow(screenOf(...filters), path)).toEqual(expected);
});
