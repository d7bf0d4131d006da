import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { test } from '../notifications/announcer.ts';
import { TEXTS } from '../texts.ts';
import { expectPlace, settled } from './frame.ts';
import { expectNoSidewaysScroll } from './look.ts';

const words = TEXTS.en.select;
const rows = (page: Page) => page.locator('[data-row]');
const firstRow = (page: Page) => rows(page).first();
const pages = (page: Page) => page.getByRole('navigation', { name: words.pages }).getByRole('listitem');
const sort = (page: Page) => page.getByRole('button', { name: 'Date', exact: true });

test.beforeEach(async ({ page, announcer, stayIn }) => {
  await announcer.silence();
  await stayIn(page, announcer.operator);
});

test.describe('pagination', () => {
  test('lists all of five pages, leads back from behind the last and is hidden for a single page', async ({
    page,
    announcer,
  }) => {
    await announcer.announceMany(50);
    await page.goto('/en/notifications');
    await expect(pages(page)).toHaveText(['', '1', '2', '3', '4', '5', '']);
    await expect(page.getByRole('button', { name: words.previous })).toBeDisabled();

    await page.goto('/en/notifications?page=9');
    await page.getByRole('link', { name: 'Go to page 5' }).click();
    await expectPlace(page, '/en/notifications?page=5');
    await expect(rows(page)).toHaveCount(10);

    await page.getByLabel(words.per_page).selectOption('100');
    await expect(rows(page)).toHaveCount(50);
    await expect(pages(page)).toHaveCount(0);
  });

  test('shows only the first, current and last pages when there are more', async ({ page, announcer }) => {
    await announcer.announceMany(95);
    await page.goto('/en/notifications');
    await expect(pages(page)).toHaveText(['', '1', '2', '3', '…', '10', '']);
    await page.goto('/en/notifications?page=6');
    await expect(pages(page)).toHaveText(['', '1', '2', '3', '…', '6', '…', '10', '']);
    await page.getByRole('link', { name: 'Page 10', exact: true }).click();
    await expectPlace(page, '/en/notifications?page=10');
    await expect(rows(page)).toHaveCount(5);
    await expect(page.getByRole('button', { name: words.next })).toBeDisabled();
    await expect(page.getByText('91–95 of 95')).toBeVisible();
  });
});

test.describe('the URL of a list', () => {
  test('contains the sort order, and changing it returns to the first page', async ({ page, announcer }) => {
    await announcer.announceMany(25);
    await page.goto('/en/notifications?page=2');
    await settled(page);
    await sort(page).click();
    await expectPlace(page, '/en/notifications?sort=created_at&order=asc');
    await expect(firstRow(page)).toContainText('The message of number 1');
    await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending');
    await sort(page).click();
    await expectPlace(page, '/en/notifications?sort=created_at&order=desc');
    await expect(firstRow(page)).toContainText('The message of number 25');
    await sort(page).click();
    await expectPlace(page, '/en/notifications?sort=created_at&order=asc');
  });

  test('shows the same rows in another browser and steps back through the history', async ({
    page,
    announcer,
    browser,
    stayIn,
  }) => {
    await announcer.announceMany(60);
    await page.goto('/en/notifications');
    await settled(page);
    await sort(page).click();
    await expect(firstRow(page)).toContainText('The message of number 1');
    await page.getByLabel(words.per_page).selectOption('25');
    await expect(rows(page)).toHaveCount(25);
    await page.getByRole('link', { name: 'Page 2', exact: true }).click();
    await expectPlace(page, '/en/notifications?sort=created_at&order=asc&per_page=25&page=2');
    await expect(firstRow(page)).toContainText('The message of number 26');

    const other = await browser.newPage();
    await stayIn(other, announcer.operator);
    await other.goto(page.url());
    await expect(rows(other)).toHaveText(await rows(page).allInnerTexts(), { useInnerText: true });
    await other.context().close();

    await page.goBack();
    await expect(rows(page)).toHaveCount(25);
    await expect(firstRow(page)).toContainText('The message of number 1');
    await page.goBack();
    await expect(rows(page)).toHaveCount(10);
    await page.goBack();
    await expect(firstRow(page)).toContainText('The message of number 60');
  });
});

test('keeps rows visible while the next page loads', async ({ page, announcer }) => {
  await announcer.announceMany(25);
  await page.goto('/en/notifications');
  await expect(rows(page)).toHaveCount(10);
  await page.route('**/v1/notifications?page=2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.fallback();
  });
  const fewest = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let least = Number.POSITIVE_INFINITY;
        const started = performance.now();
        const look = () => {
          least = Math.min(least, document.querySelectorAll('[data-row]').length);
          if (performance.now() - started > 1500) resolve(least);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.getByRole('link', { name: words.next }).click();
  await expect(firstRow(page)).toContainText('The message of number 15');
  expect(await fewest).toBe(10);
});

test.describe('loading a list', () => {
  const slowly = (page: Page, ms: number) =>
    page.route('**/v1/notifications', async (route) => {
      if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, ms));
      await route.fallback();
    });
  const loaderSeen = (page: Page) =>
    page.addInitScript((text) => {
      new MutationObserver(() => {
        if (document.querySelector('section[aria-label]')?.textContent?.includes(text)) {
          document.documentElement.dataset.loaderSeen = 'yes';
        }
      }).observe(document, { childList: true, subtree: true });
    }, words.loading);

  test('shows a loader when it is slow', async ({ page, announcer }) => {
    await announcer.announceMany(1);
    await loaderSeen(page);
    await slowly(page, 900);
    await page.goto('/en/notifications');
    await expect(rows(page)).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('data-loader-seen', 'yes');
  });

  test('shows an error when it fails and shows the rows on retry', async ({ page, announcer }) => {
    await announcer.announceMany(1);
    await page.route('**/v1/notifications', (route) =>
      route.fulfill({ status: 422, json: { message: 'Something', code: 'invalid_request' } }),
    );
    await page.goto('/en/notifications');
    await expect(page.getByRole('alert')).toContainText('Error');
    await page.unroute('**/v1/notifications');
    await page.getByRole('button', { name: words.retry }).click();
    await expect(rows(page)).toHaveCount(1);
  });
});

test('rows are cards at 860 px and a table at 861 px, without horizontal scrolling', async ({ page, announcer }) => {
  await announcer.announceMany(12);
  for (const width of [320, 860, 861, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/en/notifications');
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByRole('table')).toHaveCount(width < 861 ? 0 : 1);
    await expectNoSidewaysScroll(page);
    if (width < 861) await page.getByRole('combobox', { name: words.sort }).selectOption('Date');
    else await sort(page).click();
    await expect(firstRow(page)).toContainText('The message of number 1');
  }
});

test('list shortcuts work on a Ukrainian keyboard layout', async ({ page, announcer }) => {
  await announcer.announceMany(25);
  await page.goto('/en/notifications');
  await settled(page);
  const press = (key: string, code: string) =>
    page.evaluate(
      ([char, place]) =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { key: char ?? '', code: place ?? '', bubbles: true, cancelable: true }),
        ),
      [key, code],
    );
  await press('ї', 'BracketRight');
  await expectPlace(page, '/en/notifications?page=2');
  await expect(firstRow(page)).toContainText('The message of number 15');
  await press('о', 'KeyJ');
  await expect(page.getByRole('button', { name: 'Actions: Title 15' })).toBeFocused();
  await press('о', 'KeyJ');
  await expect(page.getByRole('button', { name: 'Actions: Title 14' })).toBeFocused();
  await press('л', 'KeyK');
  await expect(page.getByRole('button', { name: 'Actions: Title 15' })).toBeFocused();
  await press('х', 'BracketLeft');
  await expectPlace(page, '/en/notifications');
});
