import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import type { Language } from '@poklik/contract/language';
import { input, submit } from '../accounts/auth-forms.ts';
import { expect, test } from '../fixture.ts';
import { api, emailTo, PASSWORD, people, registerUser, signIn, tokenOf } from '../people.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';
import { TEXTS } from '../texts.ts';
import { dialog, endHold, figure, payer, verify, visit } from './money.ts';

test('a referral earns a commission, a rejected withdrawal is returned and the next one is paid', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  const words = TEXTS.ua;
  const referrer = await payer();
  const operator = people().superAdmin;
  await visit(page, referrer, '/ua/referrals');
  const link = await page.getByRole('textbox', { name: words.referrals.link }).inputValue();
  await payThroughReferral(browser, link, referrer.email);

  await visit(page, referrer, '/ua/referrals');
  await expect(figure(page, words.referrals.visits)).toContainText('1');
  await expect(figure(page, words.referrals.sign_ups)).toContainText('1');
  await expect(figure(page, words.referrals.earned)).toContainText(/199[.,]00/);
  await expect(page.getByText(/^p••••@example\.test$/)).toBeVisible();

  // Both addresses belong to one mailbox, so an operator reviews it first.
  await visit(page, operator, '/en/withdrawal?tab=held');
  await page.getByRole('button', { name: `Actions for ${referrer.email}’s commission` }).click();
  await page.getByRole('menuitem', { name: 'Approve' }).click();
  await dialog(page).getByLabel('Reason').fill('A colleague of theirs, asked by phone');
  await dialog(page).getByRole('button', { name: 'Approve' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await endHold(referrer);

  // The first withdrawal is rejected and its amount becomes available again.
  await visit(page, referrer, '/ua/referrals?tab=commissions');
  await expect(page.getByRole('row', { name: /199[.,]00/ })).toContainText(words.referrals.status.available);
  await page.getByRole('button', { name: words.referrals.withdraw, exact: true }).click();
  await dialog(page).getByLabel(words.referrals.holder).fill('Олена Ткаченко');
  await dialog(page).getByLabel(words.referrals.account.bank).fill('UA213223130000026007233566001');
  await dialog(page).locator('input[name="password"]').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: words.referrals.save_details }).click();
  await withdraw(page, 'ua', '199');
  await visit(page, operator, `/en/withdrawal?search=${referrer.email}`);
  await decide(page, 'Reject', 'The holder is somebody else');
  await visit(page, referrer, '/ua/referrals?tab=withdrawals');
  await expect(page.getByRole('row', { name: /199[.,]00/ })).toContainText('The holder is somebody else');
  expect(await api(referrer.token)('GET', '/withdrawals/terms')).toMatchObject({ data: { withdrawable: '199.00' } });

  // The second withdrawal is exported for the bank and paid.
  await page.getByRole('button', { name: words.referrals.withdraw, exact: true }).click();
  await withdraw(page, 'ua', '150');
  await visit(page, operator, `/en/withdrawal?search=${referrer.email}&status=pending`);
  await decide(page, 'Approve');
  await page.goto(`/en/withdrawal?search=${referrer.email}&status=approved`);
  await settled(page);
  await payWithdrawal(page, referrer.email);

  await visit(page, referrer, '/ua/referrals?tab=withdrawals');
  await expect(page.getByRole('row', { name: /TR-2291/ })).toContainText(words.withdrawal.status.paid);
  expect(await api(referrer.token)('GET', '/withdrawals/terms')).toMatchObject({ data: { withdrawable: '49.00' } });
});

/** The referred user signs up and pays for a year. */
async function payThroughReferral(browser: Browser, link: string, referrer: string): Promise<void> {
  const guest = await (await browser.newContext()).newPage();
  // A plus address of the referrer’s mailbox, which could be the same person.
  const email = referrer.replace('@', '+guest@');
  await guest.goto(link);
  await input(guest, 'email').fill(email);
  await input(guest, 'password').fill(PASSWORD);
  await input(guest, 'password_confirmation').fill(PASSWORD);
  await submit(guest).click();
  await expect(guest.locator('h1')).not.toHaveText(TEXTS.ua.auth.registration.title);
  await verify(email);
  const invited = { email, password: PASSWORD, token: await tokenOf(email, PASSWORD) };
  await visit(guest, invited, '/ru/tariffs');
  await guest.getByText(TEXTS.ru.tariffs.year, { exact: true }).click();
  await guest.getByRole('region', { name: 'Бизнес', exact: true }).getByRole('button').click();
  await dialog(guest)
    .getByRole('button', { name: /1\s990,00/ })
    .click();
  await guest.getByRole('button', { name: 'Оплатить', exact: true }).click();
  await expectPlace(guest, '/ru/tariffs/success-payment');
  await guest.context().close();
}

/** Exports it for the bank before. */
async function payWithdrawal(page: Page, email: string): Promise<void> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export for bank' }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  expect(file).toContain('Олена Ткаченко,UA213223130000026007233566001,150.00,USD');
  await decide(page, 'Start payment');
  await page.goto(`/en/withdrawal?search=${email}&status=processing`);
  await settled(page);
  await openAct(page, 'Mark as paid');
  await dialog(page).getByLabel('Bank payment reference').fill('TR-2291');
  await dialog(page).getByRole('button', { name: 'Mark as paid' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('the operator adjusts a balance with a reason that the customer sees', async ({ page }) => {
  const customer = await registerUser();
  await signIn(page, people().superAdmin);
  await page.goto(`/en/transactions?search=${customer.email}`);
  await page.getByRole('button', { name: `Actions for ${customer.email}` }).click();
  await page.getByRole('menuitem', { name: 'Deposit' }).click();
  await dialog(page).getByRole('button', { name: 'Deposit' }).click();
  await expect(dialog(page).getByText(TEXTS.en.errors.field.paid_amount)).toBeVisible();
  await expect(dialog(page).getByText(TEXTS.en.errors.field.required)).toBeVisible();
  await dialog(page).getByLabel('Amount').fill('25,50');
  await dialog(page).getByLabel('Reason').fill('A gift of the house');
  await dialog(page).getByRole('button', { name: 'Deposit' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: customer.email })).toContainText('$25.50');
  expect((await emailTo(customer.email, /topped up/)).text).toContain('A gift of the house');

  await visit(page, customer, '/en/transactions');
  await expect(page.getByRole('row', { name: /Manual deposit/ })).toContainText('A gift of the house');
  await expect(figure(page, 'Available')).toContainText('$25.50');
});

test('saves payout details with the password and blocks withdrawals until the email is verified', async ({ page }) => {
  const words = TEXTS.ru.referrals;
  const person = await registerUser();
  await look(page, { theme: 'dark', width: 860 });
  await visit(page, person, '/ru/referrals');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: words.withdraw, exact: true }).click();
  await dialog(page).getByLabel(words.holder).fill('Анна Коваленко');
  await dialog(page).getByLabel(words.account.bank).fill('UA213223130000026007233566002');
  await dialog(page).locator('input[name="password"]').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: words.save_details }).click();
  await expect(dialog(page).getByText(TEXTS.ru.errors.field.iban)).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel(words.account.bank).fill('UA213223130000026007233566001');
  await dialog(page).getByRole('button', { name: words.save_details }).click();
  await expect(dialog(page)).toContainText('UA••••6001');
  // The unverified email is shown instead of the form.
  await expect(dialog(page)).toContainText(words.blocked.email_not_verified);
  await expectAccessible(page);
  await expect(dialog(page).getByRole('button', { name: words.withdraw_confirm })).toHaveCount(0);
});

async function withdraw(page: Page, language: Language, amount: string): Promise<void> {
  const words = TEXTS[language].referrals;
  await dialog(page).getByLabel(words.amount, { exact: false }).first().fill(amount);
  await dialog(page).getByRole('button', { name: words.withdraw_confirm }).click();
  await expect(dialog(page)).toContainText(words.withdraw_done);
  await page.keyboard.press('Escape');
}

async function openAct(page: Page, act: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for request/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: act }).click();
}

async function decide(page: Page, act: string, reason?: string): Promise<void> {
  await openAct(page, act);
  if (reason) await dialog(page).getByLabel('Reason').fill(reason);
  await dialog(page).getByRole('button', { name: act }).click();
  await expect(dialog(page)).toHaveCount(0);
}
