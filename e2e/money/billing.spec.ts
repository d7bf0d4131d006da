import type { Locator, Page } from '@playwright/test';
import type { Invoice } from '@poklik/contract/invoices';
import { LANGUAGES, type Language } from '@poklik/contract/language';
import { expect, test } from '../fixture.ts';
import { api, people } from '../people.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { dialog, payer, visit } from './money.ts';
import { pdfText } from './pdf-text.ts';

/** Seeded plan names, and the buttons of the sandbox checkout, whose texts come from the server. */
const NAMES = {
  ua: { free: 'Безкоштовний', starter: 'Стартовий', pro: 'Професійний', pay: 'Сплатити', decline: 'Відхилити' },
  ru: { free: 'Бесплатный', starter: 'Стартовый', pro: 'Профессиональный', pay: 'Оплатить', decline: 'Отклонить' },
  en: { free: 'Free', starter: 'Starter', pro: 'Pro', pay: 'Pay', decline: 'Decline' },
} as const satisfies Record<Language, object>;

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const choose = (page: Page, name: string) => card(page, name).getByRole('button').click();
const expectTariff = (page: Page, language: Language, name: string) =>
  expect(page.getByRole('heading', { name: filled(TEXTS[language].tariffs.current, { name }) })).toBeVisible();
/** Matches the amount by pattern, because each language formats money differently. */
const payButton = (page: Page, amount: RegExp) => dialog(page).getByRole('button', { name: amount });

test('pays for a plan at checkout and downloads its invoice', async ({ page }) => {
  const [words, names] = [TEXTS.ua, NAMES.ua];
  const person = await payer();
  await visit(page, person, '/ua/tariffs');
  await choose(page, names.pro);
  await expect(dialog(page).getByRole('row', { name: words.tariffs.change.total })).toContainText(/79[.,]00/);
  await expectAccessible(page);
  await payButton(page, /79[.,]00/).click();
  await expect(page).toHaveURL(/\/sandbox\/checkout\//);
  await expectAccessible(page);
  await page.getByRole('button', { name: names.pay, exact: true }).click();
  await expectPlace(page, '/ua/tariffs/success-payment');
  await expect(dialog(page)).toContainText(filled(words.tariffs.payment.active_title, { name: names.pro }));
  await page.keyboard.press('Escape');
  await expectPlace(page, '/ua/tariffs');
  await expectTariff(page, 'ua', names.pro);

  await visit(page, person, '/ua/profile?tab=billing');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /INV-\d{6}-\d{4} у PDF/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^INV-\d{6}-\d{4}\.pdf$/);
  const { data } = (await api(person.token)('GET', '/invoices')) as { data: Pick<Invoice, 'pdf_url'>[] };
  for (const language of LANGUAGES) {
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await page.request.get(`${data[0]?.pdf_url}?lang=${language}`, { headers });
    const text = pdfText(await answer.body());
    expect(text).toContain(NAMES[language].pro);
    // A long email wraps to the next line.
    expect(text.replaceAll('\n', '')).toContain(person.email);
    expect(text).toMatch(/79[.,]00/);
    expect(text).toMatch(/INV-\d{6}-\d{4}/);
    expect(text).not.toContain('?');
  }
});

test('shows an error for a declined payment and keeps the current plan', async ({ page }) => {
  const [words, names] = [TEXTS.ru.tariffs, NAMES.ru];
  await visit(page, await payer(), '/ru/tariffs');
  await choose(page, names.starter);
  await payButton(page, /29[.,]00/).click();
  await page.getByRole('button', { name: names.decline }).click();
  await expectPlace(page, '/ru/tariffs/failed-payment');
  await expect(dialog(page)).toContainText(words.payment.failed_text);
  await page.keyboard.press('Escape');
  await expectTariff(page, 'ru', names.free);
});

test('pays for a plan from the balance, credits unused time on upgrade and defers a downgrade', async ({ page }) => {
  test.setTimeout(120_000);
  const [words, names] = [TEXTS.en, NAMES.en];
  const person = await payer();
  await visit(page, person, '/en/profile?tab=billing');
  await page.getByLabel(filled(words.invoices.billing.amount, { currency: 'USD' })).fill('200');
  await page.getByRole('button', { name: words.invoices.billing.top_up, exact: true }).click();
  await page.getByRole('button', { name: names.pay, exact: true }).click();
  await expectPlace(page, '/en/tariffs/success-payment');
  await visit(page, person, '/en/tariffs');
  await choose(page, names.starter);
  await payButton(page, /29[.,]00/).click();
  await expectTariff(page, 'en', names.starter);
  await expect(page.getByText(/171[.,]00/)).toBeVisible();

  await choose(page, names.pro);
  const unused = filled(words.tariffs.change.line.unused, { name: names.starter });
  // The plan was paid for a moment ago, so almost all of it is unused.
  await expect(dialog(page).getByRole('row', { name: unused })).toContainText(/[-−]\s?\$?(29[.,]00|28[.,]99)/);
  await expectAccessible(page);
  await payButton(page, /50[.,]0\d/).click();
  await expectTariff(page, 'en', names.pro);

  await visit(page, person, '/en/profile?tab=billing&view=transactions');
  await expect(page.getByRole('row', { name: /29[.,]00/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /\+\$?200[.,]00/ })).toHaveCount(1);

  await visit(page, person, '/en/tariffs');
  await choose(page, names.free);
  await dialog(page).getByRole('button', { name: words.tariffs.change.confirm_later }).click();
  await page.getByRole('button', { name: filled(words.tariffs.keep, { name: names.pro }) }).click();
  await expect(page.getByRole('button', { name: filled(words.tariffs.keep, { name: names.pro }) })).toHaveCount(0);
  expect(await api(person.token)('GET', '/subscription')).toMatchObject({ data: { next: null, status: 'active' } });
});

test('the operator edits a plan and voids an invoice, which refunds the payer', async ({ page }) => {
  test.setTimeout(120_000);
  const operator = people().superAdmin;
  const person = await payer();
  await visit(page, person, '/en/tariffs');
  await choose(page, 'Starter');
  await payButton(page, /29\.00/).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPlace(page, '/en/tariffs/success-payment');

  await visit(page, operator, '/en/tariffs');
  await page.getByRole('button', { name: 'Edit Business' }).click();
  await expectAccessible(page);
  await page.locator('input[name="description.en"]').fill('For agencies and teams');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('For agencies and teams')).toBeVisible();

  await page.goto(`/en/invoices?search=${person.email}`);
  await settled(page);
  await page.getByRole('button', { name: /^Actions: INV/ }).click();
  await page.getByRole('menuitem', { name: 'Void' }).click();
  await dialog(page).getByLabel('Reason').fill('Paid for by mistake');
  await dialog(page).getByRole('button', { name: 'Void' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('row', { name: /INV-/ })).toContainText('Void');

  await visit(page, person, '/en/profile?tab=billing');
  await expect(page.getByRole('region', { name: 'Balance', exact: true })).toContainText('$29.00');
});
