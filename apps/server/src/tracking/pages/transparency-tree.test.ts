import { expect, it } from 'vitest';
import { settingsOf } from '../../testing/test-tracker.ts';
import { transparencyPage } from './transparency-page.ts';

it('the public routing page shows what is behind landers, without queries if the owner hides them', async () => {
  const url = (name: string, weight = 1) => ({ name: '', url: `https://${name}.test/?q={sub1}`, weight, active: true });
  const lander = (lander_id: number, ...slots: object[][]) => ({
    ...{ name: 'secret', url: '', lander_id, weight: 1, active: true },
    next: slots.map((targets) => ({ targets })),
  });
  const settings = (showsQuery: boolean) =>
    settingsOf({
      routing_page_query: showsQuery,
      destinations: [
        lander(1, [url('a', 3), { ...url('', 1), url: '', offer_id: 5 }], [], [lander(2, [url('deep')])]) as never,
      ],
    });
  const page = (showsQuery: boolean) =>
    transparencyPage(
      { appName: 'Poklik', language: 'en' },
      {
        ...{ link: 'https://t.test/c/k', settings: settings(showsQuery), state: 'open' },
        findOffer: (id) => ({
          ...{ id, url: `https://offer${id}.test/?x=1`, state: 'paused', isLimited: true },
          ...{ countries: new Set(['DE']), fallbackId: null },
        }),
        findLander: (id) => ({
          ...{ id, key: `k${id}`, url: `https://lander${id}.test/?y=1`, slots: 3, directCampaignId: null },
          state: id === 2 ? 'paused' : 'open',
        }),
      },
    );
  const shown = await page(true);
  const links = [...shown.matchAll(/<code class="link">([^<]*)<\/code>/g)].map(([, text]) => text);
  expect(links).toEqual([
    'https://lander1.test/?y=1',
    'https://a.test/?q={sub1}',
    'https://offer5.test/?x=1',
    'https://lander2.test/?y=1',
    'https://deep.test/?q={sub1}',
    expect.stringContaining('default'),
    expect.stringContaining('default'),
  ]);
  expect([...shown.matchAll(/Link (\/o\/\d) on this page/g)].map(([, text]) => text)).toEqual(['/o/1', '/o/3', '/o/1']);
  expect(shown).toContain('75%');
  expect(shown).toContain('Only visitors from: Germany');
  expect(shown.match(/Paused at the moment/g)).toHaveLength(2);
  expect(shown).not.toContain('secret');
  const short = await page(false);
  expect(short).toContain('<code class="link">https://lander1.test/</code>');
  expect(short).not.toContain('?y=1');
});
