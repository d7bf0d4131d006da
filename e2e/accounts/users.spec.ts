import type { Page } from '@playwright/test';
import customers from '@poklik/locales/en/customers.json' with { type: 'json' };
import en from '@poklik/locales/en/users_list.json' with { type: 'json' };
import ru from '@poklik/locales/ru/users_list.json' with { type: 'json' };
import ua from '@poklik/locales/ua/users_list.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, emailTo, PASSWORD, people, registerUser, signIn, stage, tokenOf } from '../people.ts';
import { expectPlace, settled, sidebar } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { authenticatorCode } from './authenticator.ts';

const dialog = (page: Page) => page.locator('#modal-root [role="dialog"]');
const strip = (page: Page, language: 'ua' | 'ru' | 'en') =>
  page.getByRole('region', { name: TEXTS[language].sidebar.impersonation.label });

async function find(page: Page, language: 'ua' | 'ru' | 'en', email: string): Promise<void> {
  await page.goto(`/${language}/users-list`);
  await settled(page);
  await page.getByRole('searchbox').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(row(page)).toContainText(email);
}

/** The only row after `find`. */
const row = (page: Page) => page.locator('[data-row]');

const actionsOf = (page: Page, language: 'ua' | 'ru' | 'en') =>
  page
    .locator('main')
    .getByRole('button', { name: new RegExp(`^${TEXTS[language].select.actions_of.split('{{')[0]}`) });

async function choose(page: Page, language: 'ua' | 'ru' | 'en', act: string): Promise<void> {
  await actionsOf(page, language).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
}

const REASONS = { ua: ua.reason, ru: ru.reason, en: en.reason };

/** The reason that every action needs. */
const explain = (page: Page, language: 'ua' | 'ru' | 'en') =>
  dialog(page).getByLabel(REASONS[language]).fill('Asked by phone');

test('the user list fits a narrow window and is accessible', async ({ page, as }) => {
  const words = ru;
  const { email } = await registerUser();
  await look(page, { theme: 'dark', width: 860 });
  await as('superAdmin');
  await find(page, 'ru', email);
  await expect(row(page)).toContainText(words.status.unverified);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await choose(page, 'ru', words.act.role);
  await expect(dialog(page)).toContainText(words.change_role.title.replace('{{email}}', email));
  await expectAccessible(page);
});

test('the operator resets two-factor authentication, and the activity log shows it', async ({ page, as }) => {
  const words = en;
  const person = await registerUser();
  const call = api(person.token);
  const { data } = (await call('POST', '/two_factor', { password: PASSWORD })) as { data: { secret: string } };
  await call('PUT', '/two_factor', { code: authenticatorCode(data.secret) });
  await look(page, { theme: 'dark', width: 1440 });
  await as('superAdmin');
  await find(page, 'en', person.email);
  await choose(page, 'en', words.act.reset_two_factor);
  await expect(dialog(page)).toContainText(filled(words.reset_two_factor.title, { email: person.email }));
  const confirm = dialog(page).getByRole('button', { name: words.reset_two_factor.confirm });
  await confirm.click();
  await expect(dialog(page)).toContainText(TEXTS.en.errors.field.required);
  await expectAccessible(page);
  await dialog(page).getByLabel(words.reason).fill('Asked by phone');
  await confirm.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(api(person.token)('GET', '/profile')).rejects.toThrow('401');
  await tokenOf(person.email, PASSWORD);
  expect((await emailTo(person.email, /Support disabled/)).text).toContain('Asked by phone');

  await actionsOf(page, 'en').click();
  await expect(page.getByRole('menuitem', { name: words.act.reset_two_factor })).toHaveCount(0);
  await page.getByRole('menuitem', { name: words.act.activity, exact: true }).click();
  await expect(page.locator('h1')).toHaveText(person.email);
  await expect(page.locator('[data-row]').filter({ hasText: 'Asked by phone' })).toHaveCount(1);
  await expect(page.locator('[data-row]').first()).toContainText(person.email);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: customers.back }).click();
  await expectPlace(page, '/en/users-list');
});

test('the operator verifies an email, blocks, unblocks and changes the role and plan', async ({ page, as }) => {
  const person = await registerUser();
  await as('superAdmin');
  await find(page, 'en', person.email);
  await choose(page, 'en', en.act.verify);
  await explain(page, 'en');
  await dialog(page).getByRole('button', { name: en.verify.confirm }).click();
  await expect(page.getByText(`${person.email} verified.`)).toBeVisible();
  await expect(row(page)).not.toContainText(en.status.unverified);

  await choose(page, 'en', en.act.block);
  await explain(page, 'en');
  await dialog(page).getByRole('button', { name: en.block.confirm }).click();
  await expect(row(page)).toContainText(en.status.blocked);
  await expect(api(person.token)('GET', '/profile')).rejects.toThrow('401');

  await choose(page, 'en', en.act.unblock);
  await explain(page, 'en');
  await dialog(page).getByRole('button', { name: en.unblock.confirm }).click();
  await expect(dialog(page)).toHaveCount(0);

  await choose(page, 'en', en.act.role);
  await dialog(page).getByRole('radio', { name: en.role.admin }).check();
  await dialog(page).getByRole('button', { name: en.change_role.confirm }).click();
  await expect(row(page)).toContainText(en.role.admin);

  await choose(page, 'en', en.act.tariff);
  await dialog(page).getByRole('combobox').click();
  await page.locator('[role="option"]').filter({ hasText: /^Pro$/ }).click();
  await explain(page, 'en');
  await dialog(page).getByRole('button', { name: en.tariff.confirm }).click();
  await expect(row(page)).toContainText('Pro');
});

test('the operator logs in as a customer, sees the remaining time and returns', async ({ page }) => {
  const words = ua;
  const operator = people().superAdmin;
  const person = await registerUser();
  // A separate session, because this test ends it.
  const token = await tokenOf(operator.email, operator.password);
  await signIn(page, { ...operator, token });
  await find(page, 'ua', person.email);
  await choose(page, 'ua', words.act.log_in);
  await expectAccessible(page);
  await explain(page, 'ua');
  await dialog(page).getByRole('button', { name: words.log_in.confirm }).click();
  await expectPlace(page, '/ua/campaign');
  await settled(page);
  await expect(strip(page, 'ua')).toContainText(person.email);
  await expect(strip(page, 'ua').getByRole('timer')).toHaveText(/^(60:00|59:\d\d)$/);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'realToken')).toMatchObject({ value: token, path: '/' });
  await expect(sidebar(page).locator('a[href$="/users-list"]')).toHaveCount(0);

  await page.goto('/ua/profile');
  await settled(page);
  for (const width of [860, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(strip(page, 'ua')).toBeInViewport();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.goto('/ua/users-list');
  await expect(page.locator('h1')).toHaveText(TEXTS.ua.errors.access_denied);

  await strip(page, 'ua').getByRole('button', { name: TEXTS.ua.sidebar.impersonation.return }).click();
  await expectPlace(page, '/ua/users-list');
  await settled(page);
  await expect(strip(page, 'ua')).toHaveCount(0);
  const after = await page.context().cookies();
  expect(after.find(({ name }) => name === 'token')?.value).toBe(token);
  expect(after.find(({ name }) => name === 'realToken')).toBeUndefined();

  // The customer is notified.
  await signIn(page, person);
  await page.goto('/en/campaign');
  await page.locator('header button[aria-controls="notification-panel"]').click();
  await expect(page.locator('#notification-panel')).toContainText('Support accessed your account');
});

test('the operator returns to their own session when an impersonation ends', async ({ page }) => {
  const person = await registerUser();
  const operator = people().superAdmin;
  const own = await tokenOf(operator.email, operator.password);
  const profile = (await api(person.token)('GET', '/profile')) as { id: number };
  const impersonated = (await api(own)('POST', `/login_user/${profile.id}`)) as { token: string };
  const { url } = stage();
  await page.context().addCookies([
    { name: 'token', value: impersonated.token, url, sameSite: 'Strict' },
    { name: 'realToken', value: own, url, sameSite: 'Strict' },
  ]);
  await page.goto('/en/campaign');
  await expect(strip(page, 'en')).toBeVisible();
  // An open page would notice the logout and redirect by itself, which would abort the navigation below.
  await page.goto('about:blank');
  await api(impersonated.token)('POST', '/logout');
  await page.goto('/en/statistics', { waitUntil: 'commit' });
  await expectPlace(page, '/en/campaign');
  await expect(strip(page, 'en')).toHaveCount(0);
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'token')?.value).toBe(own);
});
