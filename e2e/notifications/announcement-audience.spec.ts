import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { inLanguages, test, WORDS } from './announcer.ts';

const panel = (page: Page) => page.locator('#notification-panel');
const bell = (page: Page) => page.locator('header button[aria-controls="notification-panel"]');

test.beforeEach(({ announcer }) => announcer.silence());

test('notifies only customers on the selected plan', async ({ page, browser, announcer, stayIn }) => {
  await stayIn(page, announcer.operator);
  const readers = await Promise.all(
    [announcer.onPro, announcer.user].map(async (person) => {
      const context = await browser.newContext({ baseURL: announcer.url });
      await context.addCookies([{ name: 'token', value: person.token, url: announcer.url, sameSite: 'Strict' }]);
      const reader = await context.newPage();
      await reader.goto('/en/campaign');
      await settled(reader);
      return reader;
    }),
  );
  const [onPro, onFree] = readers as [Page, Page];

  await page.goto('/en/notifications');
  await page.getByRole('button', { name: WORDS.en.create, exact: true }).click();
  const form = page.locator('#modal-root [role="dialog"]');
  const fields = form.getByRole('tabpanel', { name: 'English' }).getByRole('textbox');
  await fields.last().fill('Your plan includes more campaigns now.');
  await form.getByRole('combobox', { name: WORDS.en.audience }).click();
  await page.getByRole('option', { name: WORDS.en.audience_tariff }).click();
  await form.getByRole('combobox', { name: WORDS.en.tariff }).click();
  await page.getByRole('option', { name: 'Pro', exact: true }).click();
  await expectAccessible(page);
  await fields.first().fill('More campaigns');
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('row', { name: /more campaigns now/ })).toContainText('To: Pro plan');

  await expect(panel(onPro)).toContainText('More campaigns');
  // An announcement to everyone must be the first one this customer receives.
  await announcer.announce(inLanguages('en'));
  await expect(panel(onFree)).toContainText('Title in en');
  await expect(bell(onFree)).toContainText('1');
  await expect(panel(onFree)).not.toContainText('More campaigns');
  await Promise.all(readers.map((reader) => reader.context().close()));
});
