import { readdirSync, readFileSync } from 'node:fs';
import { POSTBACK_RESULTS } from '@poklik/contract/conversion-values';
import { LANGUAGES, type Language } from '@poklik/contract/language';
import { MACROS, POSTBACK_MACROS } from '@poklik/contract/routing';
import { landingSnippet } from '@poklik/domain/pages/landing-snippet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasEngine } from '../../testing/processes/has-engine.ts';
import { WAIT } from '../../testing/tracked-app.ts';
import { loadBuiltInGuides } from './built-in-guides.service.ts';
import { createGuideWorld, type GuideWorld, parametersOf, samplesOf } from './guide-samples.fixture.ts';
import { openPage } from './open-page.fixture.ts';

const guides = loadBuiltInGuides();
const bodyOf = (slug: string, language: Language): string =>
  guides.find((guide) => guide.slug === slug)?.body[language] ?? '';
const ALL = guides.flatMap(({ slug }) => LANGUAGES.map((language) => [slug, language] as const));

describe('guides', () => {
  it.each(guides.map(({ slug, body }) => [slug, body] as const))(
    '%s has the same samples in every language',
    (_, body) => {
      expect(samplesOf(body.ua)).toEqual(samplesOf(body.en));
      expect(samplesOf(body.ru)).toEqual(samplesOf(body.en));
    },
  );

  it.each(guides.map(({ slug, body }) => [slug, body] as const))(
    '%s has the same headings, table rows and code in every language',
    (_, body) => {
      const outline = (text: string) => ({
        headings: text.match(/^#+/gm)?.length,
        rows: text.match(/^\|/gm)?.length,
        code: text.match(/`[^`\n]+`/g)?.sort(),
      });
      expect(outline(body.ua)).toEqual(outline(body.en));
      expect(outline(body.ru)).toEqual(outline(body.en));
    },
  );

  it.each(ALL)('%s in %s names only buttons and sections that exist', (slug, language) => {
    const texts = screenTexts(language);
    const labels = [...bodyOf(slug, language).matchAll(/\*\*(.+?)\*\*/g)].flatMap(([, label = '']) =>
      label.split(' → '),
    );
    expect(labels.filter((label) => !texts.has(label))).toEqual([]);
  });

  it.each(LANGUAGES)('name every macro and every postback result in %s', (language) => {
    const link = bodyOf('tracking-link', language);
    for (const macro of MACROS.filter((name) => !/^sub[2-9]$/.test(name))) expect(link).toContain(`\`{${macro}}\``);
    const source = bodyOf('traffic-source', language);
    for (const macro of POSTBACK_MACROS)
      if (!(MACROS as readonly string[]).includes(macro)) expect(source).toContain(`\`{${macro}}\``);
    const postback = bodyOf('postback', language);
    for (const result of POSTBACK_RESULTS) if (result !== 'waiting') expect(postback).toContain(`\`${result}\``);
  });

  it('show the landing page script that campaigns show', () => {
    const code = samplesOf(bodyOf('pixel', 'en')).map((sample) => sample.code);
    expect(code).toContain(landingSnippet('{{tracker_url}}'));
    const ofPages = samplesOf(bodyOf('script-tracking', 'en')).map((sample) => sample.code);
    expect(ofPages).toContain(landingSnippet('{{tracker_url}}', { campaign: '{{campaign_key}}' }));
  });
});

const LOCALES = new URL('../../../../../packages/locales/', import.meta.url);

/** Every text on the screens in one language. */
function screenTexts(language: Language): Set<string> {
  const texts = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.add(value);
    else for (const each of Object.values(value as object)) collect(each);
  };
  const folder = new URL(`${language}/`, LOCALES);
  for (const file of readdirSync(folder)) collect(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
  return texts;
}

describe.skipIf(!(await hasEngine()))('guide samples', { timeout: 300_000 }, () => {
  let world: GuideWorld;
  beforeAll(async () => {
    world = await createGuideWorld(parametersOf(bodyOf('parameters', 'en')));
  }, 300_000);
  afterAll(() => world.close());

  it.each(ALL)('of %s in %s work as shown', async (slug, language) => {
    const samples = samplesOf(bodyOf(slug, language)).filter((sample) => sample.language !== 'html');
    await Promise.all(samples.map((sample) => world.run(sample)));
  });

  const htmlOf = (slug: string, language: Language, clickId: string): string =>
    samplesOf(bodyOf(slug, language))
      .filter((sample) => sample.language === 'html')
      .map(({ code }) => world.filled(code, clickId).replaceAll('ORDER', 'N-7'))
      .join('\n');

  it.each(LANGUAGES)('of the page of script tracking in %s work as shown', async (language) => {
    const { key } = await world.tracked.newCampaign({
      ...{ name: `Pages ${language}`, entry: 'script', script_hosts: ['shop.example'] },
    });
    const html = htmlOf('script-tracking', language, '').replace(/data-campaign="[^"]*"/, `data-campaign="${key}"`);
    const page = await openPage(html, 'https://shop.example/?sub1=ad-7');
    expect([page.errors, page.statuses[0]]).toEqual([[], 200]);
    expect(page.clickId).not.toBe('');
    await world.tracked.known(page.clickId);
    await expectEvents(page.clickId, ['page_view']);
  });

  it.each(ALL.filter(([slug]) => slug === 'pixel'))('of pages of %s in %s work as shown', async (slug, language) => {
    const clickId = await world.click();
    const html = htmlOf(slug, language, clickId);
    const page = await openPage(html, `${world.tracker}/landing?click_id=${clickId}`);
    expect(page).toMatchObject({ errors: [], field: clickId });
    expect(page.statuses.filter((status) => status >= 300)).toEqual([]);
    const called = [...bodyOf(slug, language).matchAll(/poklik\.(\w+)\(/g)].map(([, name]) => name);
    expect(page.functions).toEqual(expect.arrayContaining(called));
    await vi.waitFor(async () => {
      const conversions = await world.tracked.conversionsOf(clickId);
      const expected = { status: 'pending', source: 'pixel', payout: '12.50' };
      expect(conversions).toMatchObject([expected, expected]);
      expect(conversions.map(({ transaction_id: id }) => id).sort()).toEqual(['N-7', 'N-7-1']);
    }, WAIT);
    await expectEvents(clickId, ['add_to_cart', 'page_view']);
  });

  const expectEvents = (clickId: string, names: string[]) =>
    vi.waitFor(async () => {
      const { data } = (await world.tracked.call('GET', `/clicks/${clickId}`)).body;
      expect(data?.page_events.map(({ name }: { name: string }) => name).sort()).toEqual(names);
    }, WAIT);

  it('of the landing page script read the click ID from the parameter that the page names', async () => {
    const clickId = await world.click();
    const html = landingSnippet(world.tracker).replace(' async', ' data-param="subid" async');
    expect((await openPage(html, `${world.tracker}/landing?subid=${clickId}`)).errors).toEqual([]);
    await expectEvents(clickId, ['page_view']);
  });

  it('of the first release still work', async () => {
    const clickId = await world.click();
    const script = `<script src="${world.tracker}/t.js"></script>`;
    const calls = "<script>poklik.event('old'); poklik.convert({ payout: '3' }); poklik.clickId();</script>";
    expect((await openPage(script + calls, `${world.tracker}/?click_id=${clickId}`)).errors).toEqual([]);
    expect((await world.tracked.arrived(clickId))[0]).toMatchObject({ payout: '3.00', source: 'pixel' });
    await expectEvents(clickId, ['old', 'page_view']);
  });

  it.each(LANGUAGES)('at the start of the API reference work as shown in %s', async (language) => {
    const { app, services } = world.tracked.product;
    const { body } = await app.inject(`/v1/docs?lang=${language}`);
    const [, example = ''] = /<pre[^>]*><code>([\s\S]*?)<\/code>/.exec(body) ?? [];
    const code = example
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    await world.run({ language: 'bash', code: code.replace(services.config.publicUrl, '{{site_url}}') });
  });

  it('in a language that nothing runs fail', async () => {
    await expect(world.run({ language: '', code: 'ls' })).rejects.toThrow('run a sample');
    await expect(world.run({ language: 'cobol', code: 'STOP RUN.' })).rejects.toThrow('run a sample');
    await expect(world.run({ language: 'url', code: 'https://elsewhere.example/' })).rejects.toThrow('open');
  });
});
