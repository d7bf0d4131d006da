import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { printMeasurement } from '../screens/print-measurement.ts';
import { customerWith, rows } from './campaigns.ts';

const FEW = 60;
const MANY = 5_000;
const FRAMES = 120;
/** Pixels per frame: a quick turn of the wheel. */
const STEP = 240;
/** As on a phone of the middle class. */
const SLOWDOWN = 4;
/** Of main-thread time, compared with a list that fits three screens, so that it holds on any machine. */
const RATIO_MAX = 2.5;
const ROWS_MAX = 80;

async function signInWithCampaigns(page: Page, count: number): Promise<void> {
  const { person } = await customerWith();
  await queryDatabase(
    stage().dataDir,
    `with made as (
       insert into campaigns (account_id, key, name, status, settings, postback_key)
       select account_id, 'grid-' || account_id || '-' || n, 'Campaign ' || n, 'active',
         jsonb_build_object('name', 'Campaign ' || n, 'default_url', 'https://shop.example', 'status', 'active',
           'tags', case when n % 3 = 0 then '["search"]'::jsonb else '[]'::jsonb end), 'grid-' || account_id || '-' || n
       from users, generate_series(1, ${count}) n where email = $1 returning id, settings)
     insert into campaign_versions (campaign_id, version, settings) select id, 1, settings from made`,
    [person.email],
  );
  await signIn(page, person);
}

async function busySeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Scrolls down, and back at the end of a short list; one step per frame. Returns the frames' times in ms. */
const scroll = (page: Page): Promise<number[]> =>
  page.evaluate(
    async ([frames, step]) => {
      const grid = document.querySelector('[data-grid]') as HTMLElement;
      const times: number[] = [];
      let direction = 1;
      let last = await new Promise(requestAnimationFrame);
      for (let frame = 0; frame < frames; frame += 1) {
        const before = grid.scrollTop;
        grid.scrollTop += direction * step;
        if (grid.scrollTop === before) direction = -direction;
        const now = await new Promise(requestAnimationFrame);
        times.push(now - last);
        last = now;
      }
      return times;
    },
    [FRAMES, STEP] as const,
  );

/** The longest time from a key or click to the next picture, in ms. */
async function slowestReaction(page: Page): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { reactions: seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
  for (const key of ['ArrowDown', 'ArrowDown', 'PageDown', 'End', 'Home']) await page.keyboard.press(key);
  const checkbox = rows(page).first().getByRole('checkbox');
  for (let turn = 0; turn < 2; turn += 1) await checkbox.click();
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(0, ...(window as unknown as { reactions: number[] }).reactions));
}

async function measure(page: Page, count: number) {
  await signInWithCampaigns(page, count);
  await page.goto('/en/campaign');
  await settled(page);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(count + 1));
  const session = await page.context().newCDPSession(page);
  // CPU time: other programs on the machine don't count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  // The first time compiles the code.
  await scroll(page);
  const before = await busySeconds(session);
  const times = await scroll(page);
  const perFrame = ((await busySeconds(session)) - before) * (1_000 / FRAMES);
  expect(await rows(page).count()).toBeLessThanOrEqual(ROWS_MAX);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const slow = await scroll(page);
  await page.getByRole('grid').locator('[data-index] td').nth(1).focus();
  const reaction = await slowestReaction(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  const rate = (list: number[]) => Math.round((1_000 * list.length) / list.reduce((sum, time) => sum + time, 0));
  printMeasurement(
    `${count} campaigns: ${perFrame.toFixed(1)} ms of work and ${rate(times)} frames/s; ` +
      `${SLOWDOWN}× slower ${rate(slow)} frames/s, slowest reaction ${Math.round(reaction)} ms`,
  );
  return perFrame;
}

test('scrolling five thousand campaigns takes about as long as scrolling sixty', async ({ page }) => {
  const few = await measure(page, FEW);
  await page.context().clearCookies();
  const many = await measure(page, MANY);
  expect(many / few).toBeLessThanOrEqual(RATIO_MAX);
});
