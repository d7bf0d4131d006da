import { expect } from '../fixture.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { test, WORDS } from './announcer.ts';

test('an announcement by email is stopped from its link', async ({ page, announcer, stayIn }) => {
  await stayIn(page, announcer.operator);
  await page.goto('/en/notifications');
  await page.getByRole('button', { name: WORDS.en.create, exact: true }).click();
  const form = page.locator('#modal-root [role="dialog"]');
  const fields = form.getByRole('tabpanel', { name: 'English' }).getByRole('textbox');
  await fields.first().fill('Night of maintenance');
  await fields.last().fill('We update the servers.\nLinks keep working.');
  await form.getByRole('button', { name: WORDS.en.more, exact: true }).click();
  await form.getByLabel(WORDS.en.by_mail).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: WORDS.en.send, exact: true }).click();
  await expect(form).toHaveCount(0);

  const email = await announcer.outboxEmail(announcer.user.email, 'Night of maintenance');
  expect(email).toContain('We update the servers.\nLinks keep working.');
  const link = /http\S+\/unsubscribe\/\S+/.exec(email)?.[0] ?? '';
  await page.context().clearCookies();
  await look(page, { theme: 'dark', width: 320 });
  await page.goto(link.replace(/\/(en|ru|ua)\//, '/ua/'));
  await settled(page);
  await expect(page.locator('h1')).toHaveText(WORDS.ua.unsubscribe.title);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: WORDS.ua.unsubscribe.confirm }).click();
  await expect(page.locator('h1')).toHaveText(WORDS.ua.unsubscribe.done);

  await stayIn(page, announcer.user);
  await page.goto('/en/profile?tab=notifications');
  const box = page.getByRole('checkbox', { name: 'Announcements: Email' });
  await expect(box).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Announcements: In app' })).toBeDisabled();

  await page.context().clearCookies();
  await page.goto(`${link.slice(0, -3)}AAA`);
  await settled(page);
  await page.getByRole('main').getByRole('button').last().click();
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(page.locator('h1')).toHaveText(
    new RegExp([WORDS.en, WORDS.ru, WORDS.ua].map(({ unsubscribe }) => unsubscribe.missing).join('|')),
  );
});
