import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CampaignCalls, createCampaignCalls } from '../campaigns/campaigns.fixture.ts';

let calls: CampaignCalls;
beforeAll(async () => {
  calls = await createCampaignCalls();
});
afterAll(() => calls.close());

describe('campaign form options', () => {
  it('lists countries and languages in the requested language, sorted by its alphabet', async () => {
    const getNames = async (path: string, language: string) =>
      (await calls.product.call('GET', path, { token: calls.owner.token, language })).json().data as {
        code: string;
        name: string;
      }[];
    const countries = await getNames('/countries', 'uk');
    expect(countries).toHaveLength(251);
    expect(countries[0]).toEqual({ code: 'AU', name: 'Австралія' });
    expect(countries.find(({ code }) => code === 'UA')).toEqual({ code: 'UA', name: 'Україна' });
    expect(countries.at(-1)).toEqual({ code: 'ZZ', name: 'Невідомий регіон' });
    expect((await getNames('/countries', 'ru')).find(({ code }) => code === 'DE')?.name).toBe('Германия');
    expect((await getNames('/languages', 'en')).find(({ code }) => code === 'uk')?.name).toBe('Ukrainian');
    expect((await getNames('/languages', 'ua')).find(({ code }) => code === 'en')?.name).toBe('англійська');
  });

  it('lists traffic sources whose parameters make a valid campaign', async () => {
    await calls.setTariff('business');
    await calls.created({ tags: ['Push'] });
    const { data } = (
      await calls.product.call('GET', '/companies_related/get_options', { token: calls.owner.token })
    ).json();
    expect(data.traffic_sources.map(({ code }: { code: string }) => code)).toContain('facebook');
    for (const { code, name: _, notes: __, ...parameters } of data.traffic_sources) {
      expect((await calls.create({ name: `From ${code}`, traffic_source: code, ...parameters })).statusCode).toBe(201);
    }
    expect(data).toMatchObject({ limits: { campaigns_used: 1, campaigns_max: null }, tags: ['Push'] });
    expect(data.currencies).toContain('UAH');
    expect(data.geo_database).toEqual({ name: expect.any(String), date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) });
  });
});
