import { CampaignBody, OutgoingPostback } from '@poklik/contract/campaigns';
import { LANGUAGES } from '@poklik/contract/language';
import { destinationProblem, POSTBACK_MACROS } from '@poklik/contract/routing';
import { TrafficSourceBody } from '@poklik/contract/traffic-sources';
import { describe, expect, it } from 'vitest';
import { testUrl, trackingUrl } from '../campaigns/campaign-links.ts';
import { renderRequest } from '../conversions/outgoing-postback.ts';
import { changedFields, NO_TEMPLATE, newerFields } from './source-template.ts';
import { TRAFFIC_SOURCE_CATALOGUE as CATALOGUE, CATALOGUE_TEXTS } from './traffic-source-catalogue.ts';

const sourceOf = (code: string) => {
  const source = CATALOGUE.find((each) => each.code === code);
  if (!source) throw new Error(`no source ${code}`);
  return source;
};

describe('the catalogue of traffic sources', () => {
  it('has unique codes, which cannot be those of an account', () => {
    const codes = CATALOGUE.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => !/^[a-z0-9_]{1,64}$/.test(code))).toEqual([]);
  });

  it('counts its verified entries', () => {
    const verified = CATALOGUE.filter(({ is_verified }) => is_verified);
    expect([CATALOGUE.length, verified.length]).toEqual([62, 28]);
  });

  it.each(CATALOGUE.map((source) => [source.code, source] as const))('%s is a valid template', (code, source) => {
    expect(TrafficSourceBody.parse(source)).toMatchObject({ params: source.params, outgoing_url: source.outgoing_url });
    const campaign = CampaignBody.parse({ ...source, name: 'From it', default_url: 'https://shop.test/', notes: '' });
    expect(changedFields(campaign, source)).toEqual([]);
    for (const { name, macro } of source.params)
      if (macro !== '') expect(trackingUrl('https://t.test', 'key', campaign)).toContain(`${name}=${macro}`);
    expect(testUrl('https://t.test', { ...campaign, key: code })).toMatch(/^[!-z|~]+$/);
    if (source.outgoing_url === null) return;
    const { url } = renderRequest(
      OutgoingPostback.parse({ url: source.outgoing_url, statuses: ['approved'] }),
      (macro) => `${macro} & more`,
    );
    expect(destinationProblem(source.outgoing_url, POSTBACK_MACROS)).toBeNull();
    expect(url).not.toMatch(/[{} ]/);
    expect(url).toContain('external_id%20%26%20more');
  });

  it('has each note in every language, with the same macros, names and URLs', () => {
    const technical = (note: string) => note.match(/https?:\S+|[[{]\w+[\]}]|\b[A-Z]+_[A-Z]+\b|\b\w+clid\b/g) ?? [];
    for (const [code, { notes }] of CATALOGUE_TEXTS) {
      if (notes === null) continue;
      expect(Object.keys(notes).sort(), code).toEqual([...LANGUAGES].sort());
      for (const language of LANGUAGES) {
        expect(technical(notes[language]), code).toEqual(technical(notes.en));
        expect(/[а-яіїєґё]/i.test(notes[language]), `${code} ${language}`).toBe(language !== 'en');
        expect(TrafficSourceBody.parse({ ...sourceOf(code), notes: notes[language] }).notes).toBe(notes[language]);
      }
      expect(notes.ua, code).not.toMatch(/[ыэъё]/i);
      expect(notes.ru, code).not.toMatch(/[іїєґ]/i);
    }
  });

  it('says what is unverified in words of the template, so that it needs no translation', () => {
    for (const source of CATALOGUE) {
      const { params, outgoing_url, external_id_param, external_id_macro, cost_macro } = source;
      const known = JSON.stringify([params, outgoing_url, external_id_param, external_id_macro, cost_macro]);
      expect(source.unverified.filter((part) => !known.includes(part))).toEqual([]);
    }
  });

  it('is right about sources that are often wrong', () => {
    expect(sourceOf('taboola')).toMatchObject({ cost_param: null, cost_macro: '', external_id_macro: '{click_id}' });
    const kadam = sourceOf('kadam');
    expect([kadam.external_id_macro, ...kadam.params.map(({ macro }) => macro)].sort()).toEqual([
      '{ad_id}',
      '{campaign_id}',
      '{click_id}',
      '{site_id}',
    ]);
    const x = sourceOf('x');
    expect([x.external_id_param, x.external_id_macro, ...x.params.map(({ macro }) => macro)]).toEqual([
      'twclid',
      '',
      '',
      '',
      '',
    ]);
    const telegram = sourceOf('telegram');
    expect([telegram.external_id_param, ...telegram.params.map(({ macro }) => macro)]).toEqual([null, '', '']);
    expect(telegram.notes).toContain('One link per ad');
    expect(sourceOf('adsterra').params[0]?.macro).toBe('##CAMPAIGN_ID##');
  });
});

describe('a newer template', () => {
  const template = { ...NO_TEMPLATE, cost_param: 'cost', cost_macro: '{cpc}', revision: 3 };
  const campaign = { ...NO_TEMPLATE, cost_param: 'cost', cost_macro: '{price}', cost_scale: 'cent' as const };

  it.each([
    [null, ['cost_macro', 'cost_scale']],
    [2, ['cost_macro', 'cost_scale']],
    [3, []],
    [4, []],
  ])('is compared with a copy of revision %s', (traffic_source_revision, changed) =>
    expect(newerFields({ ...campaign, traffic_source_revision }, template)).toEqual(changed),
  );

  it('without a cost does not change its unit', () =>
    expect(changedFields({ ...NO_TEMPLATE, cost_scale: 'cent' }, NO_TEMPLATE)).toEqual([]));
});
