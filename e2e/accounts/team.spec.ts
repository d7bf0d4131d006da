import type { Browser, Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import enCampaigns from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import en from '@poklik/locales/en/team_users.json' with { type: 'json' };
import ruCampaigns from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import ru from '@poklik/locales/ru/team_users.json' with { type: 'json' };
import uaCampaigns from '@poklik/locales/ua/campaigns.json' with { type: 'json' };
import ua from '@poklik/locales/ua/team_users.json' with { type: 'json' };
import { row as campaign, customerWith, dialog, rows } from '../campaigns/campaigns.ts';
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, emailTo, newEmail, PASSWORD, type Person, signIn, stage, tokenOf } from '../people.ts';
import { expectPlace, heading, settled, sidebar } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { input, submit } from './auth-forms.ts';

const CAMPAIGNS = { ua: uaCampaigns, ru: ruCampaigns, en: enCampaigns };
const MONEY = /\$|12[.,]34/;

/** A user with a verified email, free team seats and two campaigns. */
async function owner(): Promise<Person> {
  const { person } = await customerWith({ name: 'Given', default_payout: '12.34' }, { name: 'Kept' });
  await queryDatabase(stage().dataDir, 'update users set email_verified_at = now() where email = $1', [person.email]);
  return person;
}

const member = (page: Page, email: string) => rows(page).filter({ hasText: email });

async function choose(page: Page, language: Language, email: string, act: string): Promise<void> {
  await page.getByRole('button', { name: filled(TEXTS[language].select.actions_of, { name: email }) }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
  await expect(dialog(page)).toBeVisible();
}

async function linkFor(email: string): Promise<string> {
  const { links } = await emailTo(email);
  return links.find((address) => address.includes('invite=')) ?? '';
}

test('the team page and its invitation fit a narrow window and are accessible', async ({ page }) => {
  const words = ru;
  const person = await owner();
  const email = newEmail();
  const invitation = { email, role: 'BILLING', can_export: false, can_edit_profile: false };
  await api(person.token)('POST', '/team_users', invitation);
  await look(page, { theme: 'dark', width: 860 });
  await signIn(page, person);
  await page.goto('/ru/team-users');
  await settled(page);
  await expect(member(page, email)).toContainText(words.status.invited);
  await expect(member(page, email)).toContainText(`${words.without.export} · ${words.without.profile}`);
  await expect(page.getByText(words.seats.replace('{{used}}', '2').replace('{{limit}}', '10'))).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: words.invite }).click();
  await dialog(page).getByRole('radio', { name: TEXTS.ru.select.scope.selected }).check();
  await dialog(page).getByRole('button', { name: words.form.send }).click();
  await expect(dialog(page)).toContainText(TEXTS.ru.errors.field.required);
  await expect(dialog(page)).toContainText(TEXTS.ru.errors.field.scopes_missing);
  await expect(dialog(page).getByRole('checkbox', { name: 'Given' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.context().clearCookies();
  await page.goto((await linkFor(email)).replace('/en/', '/ru/'));
  await expect(heading(page)).toHaveText(TEXTS.ru.auth.registration.invited_title);
  await expect(input(page, 'email')).toHaveValue(email);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the owner transfers the account to a member', async ({ page }) => {
  const words = en;
  const person = await owner();
  const email = newEmail();
  await api(person.token)('POST', '/team_users', { email, role: 'VIEWER' });
  await api()('POST', '/register', {
    email,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    accept_terms: true,
    invite_token: new URL(await linkFor(email)).searchParams.get('invite'),
  });
  await look(page, { theme: 'dark', width: 1440 });
  await signIn(page, person);
  await page.goto('/en/team-users');
  await settled(page);
  await page.getByRole('button', { name: filled(TEXTS.en.select.actions_of, { name: email }) }).click();
  await page.getByRole('menuitem', { name: words.act.make_owner, exact: true }).click();
  await expect(dialog(page)).toContainText(filled(words.make_owner.title, { name: email }));
  await dialog(page).locator('input[name="password"]').fill('not my password');
  await dialog(page).getByRole('button', { name: words.make_owner.confirm }).click();
  await expect(dialog(page)).toContainText(TEXTS.en.errors.field.password_wrong);
  await expectAccessible(page);
  await dialog(page).locator('input[name="password"]').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: words.make_owner.confirm }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(member(page, email)).toContainText(words.role.OWNER);
  await expect(member(page, person.email)).toContainText(words.role.ADMIN);
  // The previous owner can neither manage the new owner nor see billing.
  await expect(member(page, email).getByRole('button')).toHaveCount(0);
  await expect(api(person.token)('GET', '/billing')).rejects.toThrow('403');
  const heir = await tokenOf(email, PASSWORD);
  expect(await api(heir)('GET', '/profile')).toMatchObject({ team: { role: 'OWNER', can_see_money: true } });
  expect((await emailTo(email, /You now own/)).text).toContain(person.email);
});

/** Accepts the emailed invitation in a separate browser context. */
async function accepted(
  browser: Browser,
  language: Language,
  email: string,
): Promise<{ page: Page; token: () => Promise<string> }> {
  const context = await browser.newContext({ baseURL: stage().url });
  const page = await context.newPage();
  await page.goto(await linkFor(email));
  await expect(input(page, 'email')).toHaveValue(email);
  await input(page, 'password').fill(PASSWORD);
  await input(page, 'password_confirmation').fill(PASSWORD);
  await submit(page).click();
  await expectPlace(page, `/${language}/campaign`);
  await settled(page);
  const token = async () => (await context.cookies()).find(({ name }) => name === 'token')?.value ?? '';
  return { page, token };
}

test('an invited member gets the permissions of each role and loses access when removed', async ({ page, browser }) => {
  test.slow();
  const person = await owner();
  const email = newEmail();
  await signIn(page, person);
  await inviteViewer(page, email);

  const colleague = await accepted(browser, 'ua', email);
  const theirs = colleague.page;
  const asMember = api(await colleague.token());
  await expectViewer(theirs, asMember);
  await makeEditor(page, email);
  await expectEditor(theirs, asMember);
  await changeRoles(theirs, person, email);

  // A removed member loses access with the next request, but their campaign stays.
  await page.reload();
  await settled(page);
  await choose(page, 'ua', email, ua.act.remove);
  await dialog(page).getByRole('button', { name: ua.remove.confirm }).click();
  await expect(member(page, email)).toHaveCount(0);
  await expect(asMember('GET', '/companies')).rejects.toThrow('401');
  await theirs.goto('/ua/statistics');
  await expectPlace(theirs, '/login');
  await expect(sidebar(theirs)).toHaveCount(0);
  await page.goto('/ua/campaign');
  await expect(campaign(page, 'Made by the editor')).toBeVisible();
  await theirs.context().close();
});

type Request = ReturnType<typeof api>;

const createLink = (page: Page) => page.getByRole('link', { name: CAMPAIGNS.ua.add });

/** For one campaign, without access to money or exports. */
async function inviteViewer(page: Page, email: string): Promise<void> {
  await page.goto('/ua/team-users');
  await settled(page);
  await page.getByRole('button', { name: ua.invite }).click();
  await dialog(page).getByLabel(ua.form.email).fill(email);
  await dialog(page).getByRole('radio', { name: ua.role.VIEWER }).check();
  await dialog(page).getByRole('radio', { name: TEXTS.ua.select.scope.selected }).check();
  await dialog(page).getByRole('checkbox', { name: 'Given' }).check();
  await dialog(page).getByRole('checkbox', { name: ua.can_see_money }).uncheck();
  await dialog(page).getByRole('checkbox', { name: ua.can_export }).uncheck();
  await dialog(page).getByRole('button', { name: ua.form.send }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(member(page, email)).toContainText(ua.status.invited);
}

async function expectViewer(theirs: Page, asMember: Request): Promise<void> {
  await expect(campaign(theirs, 'Given')).toBeVisible();
  await expect(rows(theirs)).toHaveCount(1);
  await expect(createLink(theirs)).toHaveCount(0);
  await expect(theirs.locator('main')).not.toHaveText(MONEY);
  await theirs.goto('/ua/campaign/create');
  await expect(heading(theirs)).toHaveText(TEXTS.ua.errors.access_denied);
  await expect(asMember('POST', '/companies', { name: 'Mine', default_url: 'https://shop.example' })).rejects.toThrow(
    '403',
  );
  await expect(asMember('GET', '/statistics/export')).rejects.toThrow('403');
  await expect(asMember('GET', '/companies?sort=profit')).rejects.toThrow('403');
}

/** With access to everything. */
async function makeEditor(page: Page, email: string): Promise<void> {
  await page.reload();
  await settled(page);
  await expect(member(page, email)).toContainText(ua.status.active);
  await choose(page, 'ua', email, ua.act.edit);
  await dialog(page).getByRole('radio', { name: ua.role.EDITOR }).check();
  await dialog(page).getByRole('radio', { name: TEXTS.ua.select.scope.all }).check();
  await dialog(page).getByRole('checkbox', { name: ua.can_see_money }).check();
  await dialog(page).getByRole('button', { name: TEXTS.ua.select.save }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(member(page, email)).toContainText(ua.role.EDITOR);
}

async function expectEditor(theirs: Page, asMember: Request): Promise<void> {
  await theirs.goto('/ua/campaign');
  await settled(theirs);
  await expect(rows(theirs)).toHaveCount(2);
  await expect(createLink(theirs)).toBeVisible();
  await asMember('POST', '/companies', { name: 'Made by the editor', default_url: 'https://shop.example' });
  await theirs.goto('/ua/api-tokens');
  await expect(heading(theirs)).toHaveText(TEXTS.ua.errors.access_denied);
  await theirs.goto('/ua/team-users');
  await settled(theirs);
  await expect(theirs.getByRole('button', { name: ua.invite })).toHaveCount(0);
}

/** An administrator, then a member for billing. */
async function changeRoles(theirs: Page, person: Person, email: string): Promise<void> {
  const memberId = await queryDatabase(stage().dataDir, 'select id from team_members where email = $1', [email]);
  const become = (role: string) => api(person.token)('PUT', `/team_users/${memberId[0]?.id}`, { role });
  await become('ADMIN');
  await theirs.reload();
  await settled(theirs);
  await expect(theirs.getByRole('button', { name: ua.invite })).toBeVisible();
  await theirs.goto('/ua/referrals');
  await expect(heading(theirs)).toHaveText(TEXTS.ua.errors.access_denied);

  await become('BILLING');
  await theirs.reload();
  await settled(theirs);
  await expect(heading(theirs)).not.toHaveText(TEXTS.ua.errors.access_denied);
  await theirs.goto('/ua/campaign');
  await settled(theirs);
  await expect(rows(theirs)).toHaveCount(3);
  await expect(createLink(theirs)).toHaveCount(0);
}
