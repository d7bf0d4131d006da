import { CampaignSettings } from '@poklik/contract/campaigns';
import type { Destination } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from '../csv/csv-text.ts';
import { withoutUids } from '../routing/targets.ts';
import { FILE_COLUMNS } from './csv-columns.ts';
import { fromFileCampaign, nameKey, type TargetIds, toFileCampaign } from './file-targets.ts';
import { findJsonError, findJsonPlaces } from './json-places.ts';
import { readCampaignCsv } from './read-csv.ts';
import { campaignLines } from './write-csv.ts';

const OFFERS = new Map([
  [1, 'Loan A'],
  [2, 'Loan; "B"'],
]);
const LANDERS = new Map([[1, '=Quiz']]);
const names = { offer: (id: number) => OFFERS.get(id) ?? '', lander: (id: number) => LANDERS.get(id) ?? '' };
const byName = (list: ReadonlyMap<number, string>) => new Map([...list].map(([id, name]) => [nameKey(name), id]));
const ids: TargetIds = { offers: byName(OFFERS), landers: byName(LANDERS) };

const common = { name: fc.constantFrom('', 'Test, one'), weight: fc.integer({ min: 1, max: 9 }), active: fc.boolean() };
const plain = fc.record({ ...common, url: fc.constantFrom('https://a.example/?x={sub1}', 'http://b.example') });
const withOffer = fc.record({ ...common, offer_id: fc.constantFrom(1, 2) });
const last = fc.oneof(plain, withOffer);
const withLander = fc.record({
  ...common,
  lander_id: fc.constant(1),
  next: fc.array(fc.record({ targets: fc.array(last, { minLength: 1, maxLength: 3 }) }), { maxLength: 3 }),
});
const targets = fc.array(fc.oneof(last, withLander), { minLength: 1, maxLength: 3 });
const condition = fc.oneof(
  fc.record({
    dimension: fc.constant('country'),
    operator: fc.constantFrom('in', 'not_in'),
    values: fc.constantFrom(['DE'], ['AT', 'ZZ']),
  }),
  fc.constant({ dimension: 'schedule', operator: 'in', values: ['1 09:00-18:00', '7 00:00-24:00'] }),
);
const rule = fc.record({
  name: fc.constantFrom('', 'Rule'),
  active: fc.boolean(),
  match: fc.constantFrom('all', 'any'),
  conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
  destinations: targets,
});
const campaign = fc
  .record({
    name: fc.constantFrom('Summer', '+Winter, "2026"'),
    status: fc.constantFrom('active', 'draft'),
    default_url: fc.constant('https://d.example'),
    destinations: fc.oneof(fc.constant([]), targets),
    rules: fc.array(rule, { maxLength: 3 }),
  })
  .map((settings) => CampaignSettings.parse(settings));

/** As the contract reads it. */
const read = (value: Record<string, unknown>): CampaignSettings => {
  const { settings, unknown } = fromFileCampaign(value, ids);
  expect(unknown).toEqual([]);
  return CampaignSettings.parse(settings);
};
const plainly = (settings: CampaignSettings) => JSON.parse(JSON.stringify(withoutUids(settings)));

describe('files of campaigns', () => {
  it('are read as they were written: JSON', () => {
    fc.assert(
      fc.property(campaign, (settings) => {
        const file = JSON.parse(JSON.stringify(toFileCampaign(settings, names, true)));
        expect(plainly(read(file))).toEqual(plainly(settings));
      }),
    );
  });

  it('are read as they were written: CSV, in every language', () => {
    fc.assert(
      fc.property(campaign, fc.constantFrom('en' as const, 'ua' as const), (settings, language) => {
        const text = csvText([FILE_COLUMNS, ...campaignLines(settings, names)], language);
        const [found, ...others] = readCampaignCsv(text) ?? [];
        expect([found?.name, found?.problems, others]).toEqual([settings.name, [], []]);
        const { name, status, default_url, destinations, rules } = plainly(read(found?.settings ?? {}));
        const wanted = plainly(settings);
        expect({ name, status, default_url, rules }).toEqual({
          ...{
            name: wanted.name,
            status: wanted.status,
            default_url: wanted.default_url,
            rules: wanted.rules.map(tidy),
          },
        });
        expect(destinations).toEqual(wanted.destinations.map(tidyTarget));
      }),
    );
  });

  it('hide money and what belongs to the account', () => {
    const settings = CampaignSettings.parse({ name: 'Summer', default_url: 'https://d.example', network_id: 4 });
    expect(Object.keys(toFileCampaign(settings, names, true))).toContain('cost_value');
    const hidden = Object.keys(toFileCampaign(settings, names, false));
    for (const name of ['cost_value', 'default_payout', 'type_payouts', 'network_id', 'domain_id'])
      expect(hidden).not.toContain(name);
  });

  const LINES = 'campaign,rule,conditions,place,url,offer,weight\r\n';
  it.each([
    ['a bad place', `${LINES}A,0,,x,https://a.example,,`, [{ line: 2, column: 'place', key: 'target_place' }]],
    [
      'a place twice',
      `${LINES}A,0,,1,https://a.example,,\nA,0,,1,https://b.example,,`,
      [{ line: 3, column: 'place', key: 'target_place' }],
    ],
    [
      'a link without its lander',
      `${LINES}A,0,,1/o/1/1,https://a.example,,`,
      [{ line: 2, column: 'place', key: 'target_place' }],
    ],
    ['a bad rule', `${LINES}A,first,,1,https://a.example,,`, [{ line: 2, column: 'rule', key: 'whole_number' }]],
    [
      'bad conditions',
      `${LINES}A,1,Germany,1,https://a.example,,`,
      [{ line: 2, column: 'conditions', key: 'conditions_text' }],
    ],
  ])('say where they can’t be read: %s', (_, text, problems) => {
    expect(readCampaignCsv(text)?.[0]?.problems).toEqual(problems);
  });

  it('say where a value stands', () => {
    const text = `${LINES}A,1,country=DE,1,https://a.example,,\nA,0,,2,,Gone,5\nA,0,,1,https://b.example,,\nB,,,,,,`;
    const [a, b] = readCampaignCsv(text) ?? [];
    expect(fromFileCampaign(a?.settings ?? {}, ids).unknown).toEqual(['destinations.1.offer']);
    expect(a?.placeOf('destinations.1.offer')).toEqual({ line: 3, column: 'offer' });
    expect(a?.placeOf('rules.0.conditions.0.values')).toEqual({ line: 2, column: 'conditions' });
    expect(a?.placeOf('default_url')).toEqual({ line: 2, column: 'default_url' });
    expect([b?.line, b?.settings]).toEqual([5, { name: 'B' }]);
    expect(readCampaignCsv('name,url\nA,https://a.example')).toBeNull();
    expect(readCampaignCsv('campaign,status\nA,paused')?.[0]?.settings).toEqual({ name: 'A', status: 'paused' });
  });
});

describe('places in JSON', () => {
  const text =
    '{\n  "campaigns": [\n    {"name": "A\\"}",\n     "rules": [], "n": -1.5e3},\n    {"name": null}\n  ]\n}';

  it('are those of the nearest value', () => {
    const found = findJsonPlaces(text, ['campaigns.0.name', 'campaigns.0.n', 'campaigns.0.rules.2', 'campaigns.1.url']);
    expect(Object.fromEntries(found)).toEqual({
      'campaigns.0.name': { line: 3, column: 14 },
      'campaigns.0.n': { line: 4, column: 24 },
      'campaigns.0.rules.2': { line: 4, column: 15 },
      'campaigns.1.url': { line: 5, column: 5 },
    });
  });

  it('exist for every value of any document', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect([...findJsonPlaces(json, ['', 'a.b'])].map(([path]) => path)).toEqual(['', 'a.b']);
      }),
    );
  });

  it('say where a document breaks off', () => {
    expect(findJsonError(text)).toBeNull();
    expect(findJsonError('{\n  "a": x\n}')).toEqual({ line: 2, column: 8 });
    expect(findJsonError('{\n  "a": [')).toEqual({ line: 2, column: 9 });
    expect(findJsonError('{"a": 1,}')).toEqual({ line: 1, column: 9 });
    expect(findJsonError('[1 2]')).toEqual({ line: 1, column: 4 });
    expect(findJsonError('["\\x"]')).not.toBeNull();
    expect(findJsonError('['.repeat(100_000))).toEqual({ line: 1, column: 41 });
  });

  it('find nothing wrong in any document', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'medium' }), (json) => {
        expect(findJsonError(json)).toBeNull();
      }),
    );
  });
});

/** Trailing links without destinations have no lines. */
const tidyTarget = ({ next, ...each }: Destination): object => {
  if (!next) return each;
  const length = next.findLastIndex(({ targets }) => targets.length > 0) + 1;
  return length === 0 ? each : { ...each, next: next.slice(0, length) };
};
const tidy = ({ destinations, ...rest }: CampaignSettings['rules'][number]) => ({
  ...rest,
  destinations: destinations.map(tidyTarget),
});
