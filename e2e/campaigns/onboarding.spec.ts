import type { Locator, Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import en from '@poklik/locales/en/instructions.json' with { type: 'json' };
import ruCampaigns from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import ru from '@poklik/locales/ru/instructions.json' with { type: 'json' };
import ua from '@poklik/locales/ua/instructions.json' with { type: 'json' };
import { input, submit } from '../accounts/auth-forms.ts';
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, emailTo, newEmail, PASSWORD, registerUser, signIn, stage } from '../people.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { clickFrom } from '../visitors.ts';
import { field, form } from './campaign-editor.ts';
import { customerWith } from './campaigns.ts';

const WORDS = { ua, ru, en };
/** Clicks and postbacks take about a second; a busy machine and page polling take longer. */
const SOON = { timeout: 60_000 };

const firstSteps = (page: Page, language: Language): Locator =>
  page.getByRole('region', { name: WORDS[language].onboarding.title });

async function register(page: Page, language: Language): Promise<string> {
  const email = newEmail();
  await page.goto(`/${language}/registration`);
  await input(page, 'email').fill(email);
  await input(page, 'password').fill(PASSWORD);
  await input(page, 'password_confirmation').fill(PASSWORD);
  await submit(page).click();
  await expectPlace(page, `/${language}/campaign`);
  await settled(page);
  return email;
}

/** Opens the verification link outside the test browser, as if on another device. */
async function confirmAddress(email: string): Promise<void> {
  const { links } = await emailTo(email);
  const link = links.find((address) => address.includes('/email/verify/')) ?? '';
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(302);
}

/** Moves the account to a plan with team seats and invites a member. */
async function invite(page: Page, email: string): Promise<void> {
  await queryDatabase(
    stage().dataDir,
    `update accounts set tariff_id = (select id from tariffs where code = 'pro')
      where id = (select account_id from users where email = $1)`,
    [email],
  );
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  await api(token)('POST', '/team_users', { email: newEmail(), role: 'EDITOR' });
}

test('a new user gets from registration to the first conversion', async ({ page, context }) => {
  test.setTimeout(300_000);
  const { onboarding, check } = ru;
  const card = firstSteps(page, 'ru');
  const progress = (done: number) => expect(card).toContainText(filled(onboarding.progress, { done, total: 5 }), SOON);
  await look(page, { theme: 'dark', width: 860 });

  const email = await register(page, 'ru');
  await progress(0);
  await expect(card.getByRole('link')).toHaveCount(5);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await confirmAddress(email);
  await progress(1);

  await card.getByRole('link', { name: onboarding.step.campaign }).click();
  await expectPlace(page, '/ru/campaign/create');
  await field(page, 'name').fill('Autumn sale');
  await field(page, 'default_url').fill('https://shop.example/?c={click_id}');
  await form(page).getByRole('button', { name: ruCampaigns.form.create_short, exact: true }).click();
  await expect(page).toHaveURL(/\/campaign\/update\/\d+/);
  await page.goto('/ru/campaign');
  await progress(2);

  // The guide runs in a second tab, so the progress in the first must update by itself.
  const guide = await context.newPage();
  await look(guide, { theme: 'dark', width: 860 });
  await guide.goto('/ru/campaign');
  await firstSteps(guide, 'ru').getByRole('link', { name: onboarding.step.conversion }).click();
  await expectPlace(guide, '/ru/instructions?guide=postback#live-check');
  const steps = guide.getByRole('region', { name: check.title }).getByRole('listitem');
  const send = steps.getByRole('link', { name: check.click.action });
  await expect(send).toBeVisible();
  const opened = context.waitForEvent('page');
  await send.click();
  await (await opened).close();
  await expect(steps.first()).toContainText(check.click.counted, SOON);
  await progress(3);
  await steps.getByRole('button', { name: check.postback.action }).click();
  await expect(steps.last()).toContainText(check.outcome.accepted, SOON);
  for (const name of [check.click.title, check.postback.title])
    await expect(steps.getByRole('heading', { name: `${name} (${check.state.done})` })).toBeVisible();
  await expectAccessible(guide);
  await expectNoSidewaysScroll(guide);
  await progress(4);
  await steps.getByRole('link', { name: check.postback.to_conversion }).click();
  await expect(guide.getByRole('dialog')).toContainText('Autumn sale');

  await invite(page, email);
  await expect(card).toContainText(onboarding.complete, SOON);
  await expectAccessible(page);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('link', { name: 'Autumn sale' })).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('hidden onboarding steps can be restored from the instructions page', async ({ page }) => {
  await signIn(page, await registerUser());
  await page.goto('/en/campaign');
  const card = firstSteps(page, 'en');
  await card.getByRole('button', { name: en.onboarding.hide }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(card).toHaveCount(0);

  await page.goto('/en/instructions');
  await page.getByRole('link', { name: en.onboarding.title }).click();
  await expect(card).toContainText(filled(en.onboarding.progress, { done: 0, total: 5 }));
  await expectAccessible(page);
  await card.getByRole('button', { name: en.onboarding.show }).click();
  await expect(card.getByRole('button', { name: en.onboarding.hide })).toBeVisible();
  await page.goto('/en/campaign');
  await expect(card).toBeVisible();
});

test('empty statistics show the tracking link until the first click', async ({ page }) => {
  test.setTimeout(180_000);
  const { empty } = TEXTS.en.statistics;
  const { person } = await customerWith({ name: 'Summer' });
  await look(page, { theme: 'dark', width: 1440 });
  await signIn(page, person);
  await page.goto('/en/statistics');
  const link = page.getByRole('textbox', { name: filled(empty.address, { campaign: 'Summer' }) });
  await expect(link).toBeVisible(SOON);
  await expect(page.getByText(empty.waiting)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await clickFrom(await link.inputValue(), '127.0.0.1')).toBe(302);
  await expect(page.getByText(empty.waiting)).toHaveCount(0, SOON);
  await expect(page.getByText('Summer').first()).toBeVisible(SOON);
});
