import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { settled, sidebar } from './frame.ts';
import { printMeasurement } from './print-measurement.ts';

/** The campaign list is a grid with columns, views and values that are edited in place; its empty state imports files. */
const BUDGET_KB = { '/ua/login': 200, '/ua/campaign': 262 };
const SHIFT_MAX = 0.05;

/** Every script loaded between the first request and the settled page. */
async function scriptsOfFirstLoad(page: Page, place: string): Promise<{ url: string; kB: number; encoding: string }[]> {
  const responses: Promise<{ url: string; kB: number; encoding: string }>[] = [];
  const note = (response: Response) => {
    if (response.request().resourceType() !== 'script') return;
    responses.push(
      response.body().then((body) => ({
        url: response.url(),
        kB: gzipSync(body, { level: 9 }).length / 1000,
        encoding: response.headers()['content-encoding'] ?? 'none',
      })),
    );
  };
  page.on('response', note);
  await page.goto(place);
  await stoodStill(page);
  page.off('response', note);
  return Promise.all(responses);
}

/** Network idle never happens, because the notification stream keeps a connection open. */
async function stoodStill(page: Page): Promise<void> {
  await settled(page);
  await page.waitForTimeout(1_500);
}

async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { layoutShifts: { sum: number } }).layoutShifts.sum);
}

// Animations must not cause layout shifts either.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

for (const [place, role] of [
  ['/ua/login', undefined],
  ['/ua/campaign', 'user'],
] as const) {
  test(`the first load of ${place} transfers at most ${BUDGET_KB[place]} kB of compressed JavaScript and shifts nothing`, async ({
    page,
    as,
  }) => {
    if (role) await as(role);
    const shifts = await watchShifts(page);
    const scripts = await scriptsOfFirstLoad(page, place);
    const total = scripts.reduce((sum, script) => sum + script.kB, 0);
    const list = scripts.map(({ url, kB }) => `${kB.toFixed(1)} kB ${url.split('/').at(-1)}`).join('\n');
    test.info().annotations.push({ type: 'JavaScript', description: `${total.toFixed(1)} kB` });
    printMeasurement(`${place}: ${total.toFixed(1)} kB of JavaScript (gzip) in ${scripts.length} files`);
    expect(total, list).toBeLessThanOrEqual(BUDGET_KB[place]);
    for (const { url, kB, encoding } of scripts) if (kB > 1) expect(['gzip', 'br'], url).toContain(encoding);
    expect(await shifts()).toBeLessThanOrEqual(SHIFT_MAX);
  });

  for (const width of [860, 390]) {
    test(`the first load of ${place} causes no layout shift at ${width} px`, async ({ page, as }) => {
      if (role) await as(role);
      await page.setViewportSize({ width, height: 800 });
      const shifts = await watchShifts(page);
      await page.goto(place);
      await stoodStill(page);
      const sum = await shifts();
      printMeasurement(`${place} at ${width} px: layout shift ${sum.toFixed(4)}`);
      expect(sum).toBeLessThanOrEqual(SHIFT_MAX);
    });
  }
}

for (const [place, role] of [
  ['/ua/login', undefined],
  ['/en/statistics', undefined],
  ['/ru/statistics', 'user'],
  ['/ua/campaign', 'user'],
] as const) {
  test(`the page of ${place} preloads only what it uses for a ${role ?? 'visitor'} and fetches nothing twice`, async ({
    page,
    as,
  }) => {
    if (role) await as(role);
    await page.addInitScript(() => {
      const asked: string[] = [];
      Object.assign(window, { asked });
      const send = window.fetch;
      window.fetch = (input, init) => {
        asked.push(String(input));
        return send(input, init);
      };
    });
    await page.coverage.startJSCoverage({ resetOnNavigation: false });
    const answer = await page.goto(place);
    await stoodStill(page);
    const html = (await answer?.text()) ?? '';
    const named = [
      ...html.matchAll(/<link rel="(modulepreload|stylesheet|preload)" [^>]*href="([^"]+\.(?:js|css|json))"/g),
    ];
    const of = (kind: string) => named.filter(([, rel]) => rel === kind).map(([, , file]) => file ?? '');
    const run = (await page.coverage.stopJSCoverage())
      .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
      .map(({ url }) => new URL(url).pathname);
    const { asked, fetched } = await page.evaluate(() => ({
      asked: (window as unknown as { asked: string[] }).asked,
      fetched: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    }));
    printMeasurement(`${place}: the page names ${named.length} of ${fetched.length} files`);

    expect(of('modulepreload').filter((file) => !run.includes(file))).toEqual([]);
    expect(of('preload').filter((file) => !asked.includes(file))).toEqual([]);
    const files = fetched.filter((file) => /^\/(assets|locales)\//.test(file));
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
    // Other files may load later on purpose, but the screen and its shell must be preloaded.
    const [shell, screen] = role ? ['shell', place.split('/')[2]] : ['auth', 'auth'];
    for (const part of [shell, screen]) expect(of('modulepreload').join()).toMatch(new RegExp(`/${part}-`));
  });
}

test('loads the code of another screen when it is opened', async ({ page, as }) => {
  await as('user');
  const before = new Set((await scriptsOfFirstLoad(page, '/ua/campaign')).map(({ url }) => url));
  const later: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') later.push(request.url());
  });
  await sidebar(page).locator('nav a[href$="/profile"]').click();
  await settled(page);
  expect(later.filter((url) => !before.has(url)).length).toBeGreaterThan(0);
});
