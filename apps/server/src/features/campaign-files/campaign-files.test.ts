import type { CampaignImportReport } from '@poklik/contract/campaign-files';
import type { Campaign } from '@poklik/contract/campaigns';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Person } from '../../testing/test-app.ts';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
  await calls.setTariff('business');
}, 120_000);
afterAll(() => calls.close());
beforeEach(() => calls.empty());

const call = (method: 'GET' | 'POST', path: string, { token }: Person, body?: object) =>
  calls.product.call(method, path, { token, ...(body && { body }) });
const exported = async (format: 'json' | 'csv', query = '', person: Person = calls.owner): Promise<string> => {
  const answer = await call('GET', `/companies_related/export/${format}${query}`, person);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.body;
};
const send = (format: 'json' | 'csv', text: string, more: object = {}, person: Person = calls.owner) =>
  call('POST', '/companies_related/import', person, { format, text, ...more });
const imported = async (...sent: Parameters<typeof send>): Promise<CampaignImportReport> => {
  const answer = await send(...sent);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().data;
};
const results = ({ campaigns }: CampaignImportReport) =>
  campaigns.map(({ name, result, reason }) => `${name}: ${reason ?? result}`);
const created = async (path: string, body: object): Promise<number> =>
  (await call('POST', path, calls.owner, body)).json().data.id;
const listed = async (person: Person): Promise<Campaign[]> =>
  (await call('GET', '/companies?sort=name&order=asc', person)).json().data;

/** Two campaigns with everything that files have. */
async function prepare(): Promise<{ one: Campaign; two: Campaign }> {
  await calls.product.services.pool.query('delete from offers');
  await calls.product.services.pool.query('delete from landers');
  const spare = await created('/offers', { name: 'Spare', url: 'https://spare.test' });
  const loan = await created('/offers', {
    name: 'Loan A',
    url: 'https://loan.test',
    fallback_offer_id: spare,
    payout: '9',
  });
  const quiz = await created('/landers', { name: 'Quiz', url: 'https://quiz.test', slots: 2 });
  const next = [
    {
      targets: [
        { offer_id: loan, weight: 70 },
        { url: 'https://shop.test/{sub1}', weight: 30 },
      ],
    },
  ];
  const one = await calls.created({
    ...{ name: 'One', default_url: 'https://d.test', cost_model: 'cpc', cost_value: '0.5', tags: ['a'] },
    destinations: [{ lander_id: quiz, next }, { url: 'https://shop.test' }],
    optimise: { mode: 'learn' },
    rules: [
      {
        ...{ name: 'Germany', optimise: { mode: 'learn', floor: 10 } },
        conditions: [{ dimension: 'country', operator: 'in', values: ['DE', 'AT'] }],
        destinations: [{ offer_id: loan }, { url: 'https://de.test' }],
      },
    ],
  });
  const two = await calls.created({ name: 'Two', default_url: 'https://two.test' });
  return { one, two };
}

it('takes campaigns with their offers and landers to another account, after a preview that changes nothing', async () => {
  await prepare();
  const file = await exported('json');
  await call('POST', '/offers', calls.stranger, { name: 'loan a', url: 'https://other.test' });
  const before = await listed(calls.stranger);
  const preview = await imported('json', file, { dry_run: true }, calls.stranger);
  expect(results(preview).toSorted()).toEqual(['One: create', 'Two: create']);
  expect(preview.targets.map(({ kind, name, result, differs }) => [kind, name, result, differs])).toEqual([
    ['offer', 'Spare', 'create', false],
    ['offer', 'Loan A', 'use', true],
    ['lander', 'Quiz', 'create', false],
  ]);
  expect(await listed(calls.stranger)).toEqual(before);
  expect((await call('GET', '/offers', calls.stranger)).json().meta.total).toBe(1);

  expect((await imported('json', file, { token: preview.token }, calls.stranger)).counts).toEqual({
    ...{ create: 2, update: 0, skip: 0 },
  });
  const [one] = await listed(calls.stranger);
  expect(one).toMatchObject({
    ...{ name: 'One', cost_value: '0.5', tags: ['a'], optimise: { mode: 'learn' } },
    rules: [{ name: 'Germany', destinations: [{ url: 'https://other.test' }, { url: 'https://de.test' }] }],
  });
  expect(one?.destinations[0]?.next?.[0]?.targets).toMatchObject([
    { url: 'https://other.test', weight: 70 },
    { weight: 30 },
  ]);
  // Again it changes nothing.
  expect(results(await imported('json', file, {}, calls.stranger)).every((each) => each.endsWith(': same'))).toBe(true);
});

it('updates by name, keeps what the file doesn’t have, and skips what was saved since the preview', async () => {
  const { one, two } = await prepare();
  const file = await exported('csv');
  expect(results(await imported('csv', file)).every((each) => each.endsWith(': same'))).toBe(true);
  const changed = file.replace('https://de.test', 'https://de2.test').replace('https://two.test', 'https://two2.test');
  const preview = await imported('csv', changed, { dry_run: true });
  expect(preview.campaigns.map(({ name, changed: names }) => [name, names]).toSorted()).toEqual([
    ['One', ['rules']],
    ['Two', ['default_url']],
  ]);
  await calls.put(two.id, { name: 'Two', default_url: 'https://mine.test' });
  const report = await imported('csv', changed, { token: preview.token });
  expect(results(report).toSorted()).toEqual(['One: update', 'Two: conflict']);
  const saved: Campaign = (await calls.get(one.id)).json().data;
  expect(saved).toMatchObject({
    ...{ version: 2, cost_value: '0.5', optimise: { mode: 'learn' } },
    rules: [{ uid: one.rules[0]?.uid, optimise: { mode: 'learn', floor: 10 } }],
  });
  expect(saved.destinations).toEqual(one.destinations);
  expect((await calls.get(two.id)).json().data.default_url).toBe('https://mine.test');
});

it('says per line and column what is wrong, and imports the rest', async () => {
  await prepare();
  const csv = [
    'campaign,default_url,rule,conditions,place,url,offer,weight',
    'Good,https://good.test,0,,1,https://good.test/a,,50',
    'Bad weight,https://bad.test,0,,1,https://bad.test,,0',
    'Bad offer,https://bad.test,0,,1,,Nothing,10',
    'Bad rule,https://bad.test,1,country=Germany,1,https://bad.test,,10',
    'Bad place,https://bad.test,0,,1/o/1/1,https://bad.test,,10',
    'Bad url,not a url,0,,,,,',
  ].join('\n');
  const report = await imported('csv', csv);
  expect(report.counts).toEqual({ create: 1, update: 0, skip: 5 });
  expect(report.campaigns.flatMap(({ problems }) => problems.map(({ line, column }) => [line, column]))).toEqual([
    [3, 'weight'],
    [4, 'offer'],
    [5, 'conditions'],
    [6, 'place'],
    [7, 'default_url'],
  ]);
  const json = JSON.stringify(
    {
      offers: [{ name: 'New', url: 'no' }],
      campaigns: [{ name: 'Xyz', default_url: 'https://x.test', daily_cap: 'many' }, { name: 'xyz' }],
    },
    null,
    1,
  );
  const inJson = await imported('json', json);
  expect(results(inJson)).toEqual(['Xyz: invalid', 'xyz: invalid']);
  expect(inJson.targets).toMatchObject([{ result: 'skip', problems: [{ column: 'offers.0.url', line: 5 }] }]);
  expect(inJson.campaigns.map(({ line, problems }) => [line, problems[0]?.column, problems[0]?.line])).toEqual([
    [9, 'campaigns.0.daily_cap', 12],
    [14, 'campaigns.1.name', 15],
  ]);
  const broken = await send('json', '{"campaigns": [}');
  expect([broken.statusCode, broken.json().errors.text[0]]).toEqual([422, expect.stringContaining('line 1')]);
  for (const [format, text] of [
    ['csv', 'name,url\nA,https://a.test'],
    ['csv', 'campaign,url\n'],
    ['json', '[]'],
  ] as const)
    expect((await send(format, text)).json().errors.text).toHaveLength(1);
});

it('respects the plan, access to money and the right to export', async () => {
  await prepare();
  const { pool } = calls.product.services;
  const file = await exported('json', '?search=One');
  await pool.query('delete from campaigns');
  await calls.setTariff('free');
  const max = (await call('GET', '/companies_related/get_options', calls.owner)).json().data.limits.campaigns_max;
  const many = JSON.parse(file);
  many.campaigns = Array.from({ length: max + 1 }, (_, at) => ({
    ...many.campaigns[0],
    name: `Copy ${at}`,
  }));
  const report = await imported('json', JSON.stringify(many));
  expect(report.campaigns.filter(({ reason }) => reason === 'limit').map(({ name }) => name)).toEqual([`Copy ${max}`]);
  await calls.setTariff('business');

  const member = await calls.product.person();
  await pool.query('update users set account_id = $2 where id = $1', [member.id, calls.owner.accountId]);
  const access = (campaignIds: number[] | null, canExport: boolean) =>
    pool.query(
      "update team_members set account_id = $2, role = 'EDITOR', campaign_ids = $3, can_see_money = false, can_export = $4 where user_id = $1",
      [member.id, calls.owner.accountId, campaignIds, canExport],
    );
  await access(null, false);
  expect((await call('GET', '/companies_related/export/json', member)).statusCode).toBe(403);
  await access(null, true);
  const hidden = await exported('json', '?search=Copy 0', member);
  for (const name of ['cost_value', 'payout"', 'default_payout']) expect(hidden).not.toContain(`"${name}`);
  // Another one's campaign with the same name is not touched, and its settings are not shown.
  await access([], true);
  const taken = await imported('json', file.replace('"One"', '"Copy 0"'), {}, member);
  expect(results(taken)).toEqual(['Copy 0: invalid']);
});
