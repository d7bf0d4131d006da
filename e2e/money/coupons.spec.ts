import type { Locator, Page } from '@playwright/test';
import type { Invoice } from '@poklik/contract/invoices';
import { LANGUAGES } from '@poklik/contract/language';
import { expect, test } from '../fixture.ts';
import { api, people } from '../people.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { filled, TEXTS } from '../texts.ts';
import { dialog, payer, visit } from './money.ts';
import { pdfText } from './pdf-text.ts';

const words = TEXTS.en.tariffs;
const field = (page: Page, name: string): Locator => dialog(page).getByRole('textbox', { name });

async function createCoupon(page: Page, code: string): Promise<void> {
  await visit(page, people().superAdmin, '/en/tariffs');
  await page.getByRole('link', { name: words.coupons.title }).click();
  await settled(page);
  await page.getByRole('button', { name: words.coupons.add }).first().click();
  await field(page, words.coupons.code).fill(code.toLowerCase());
  await field(page, words.coupons.percent).fill('20');
  await field(page, words.coupons.amount).fill('5');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(TEXTS.en.errors.field.percent_or_amount)).toBeVisible();
  await field(page, words.coupons.amount).fill('');
  await dialog(page).getByLabel(words.coupons.duration).click();
  await page.getByRole('option', { name: words.coupons.durations.periods }).click();
  await field(page, words.coupons.periods).fill('3');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText(filled(words.coupons.created, { code }))).toBeVisible();
  await expect(page.getByRole('row', { name: code })).toContainText(words.coupons.states.active);
}

test('a coupon of the operator is entered at the checkout and printed on the invoice', async ({ page }) => {
  const code = `AUTUMN-${Date.now()}`;
  await createCoupon(page, code);

  const person = await payer();
  await visit(page, person, '/en/tariffs');
  await page.getByRole('region', { name: 'Pro', exact: true }).getByRole('button').click();
  await dialog(page).getByRole('button', { name: words.change.have_coupon }).click();
  const entry = field(page, words.change.coupon);
  await expect(entry).toBeFocused();
  await entry.fill('GUESSED');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(TEXTS.en.errors.coupon_refused)).toBeVisible();
  await expect(entry).toHaveValue('GUESSED');
  await entry.fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  const line = dialog(page).getByRole('row', { name: filled(words.change.line.coupon, { name: code }) });
  await expect(line).toContainText('15.80');
  await expectAccessible(page);
  await dialog(page)
    .getByRole('button', { name: /63\.20/ })
    .click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expectPlace(page, '/en/tariffs/success-payment');
  await page.keyboard.press('Escape');
  await expect(page.getByText(new RegExp(`${code}.*2 more invoices`))).toBeVisible();

  const { data } = (await api(person.token)('GET', '/invoices')) as { data: Pick<Invoice, 'pdf_url'>[] };
  for (const language of LANGUAGES) {
    const headers = { authorization: `Bearer ${person.token}` };
    const pdf = await page.request.get(`${data[0]?.pdf_url}?lang=${language}`, { headers });
    const text = pdfText(await pdf.body()).replaceAll('\n', '');
    expect(text).toContain(code);
    expect(text).toMatch(/15[.,]80/);
  }
});
