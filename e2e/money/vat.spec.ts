import type { Locator, Page } from '@playwright/test';
import type { Invoice } from '@poklik/contract/invoices';
import { brokenRules } from '@poklik/domain/e-invoices/e-invoice-rules.fixture';
import { readXml } from '@poklik/domain/e-invoices/xml-tree.fixture';
import service from '@poklik/locales/en/service.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, type Person, registerUser } from '../people.ts';
import { startProduct } from '../product.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { newEnvironment, operatorAt } from '../test-environment.ts';
import { filled, TEXTS } from '../texts.ts';
import { dialog } from './money.ts';
import { pdfText } from './pdf-text.ts';

const words = TEXTS.en.invoices;

/** VAT concerns every invoice of an installation, so this one is its own. */
async function ownInstallation() {
  const environment = await newEnvironment();
  const product = await startProduct(environment);
  return {
    url: product.url,
    verifyEmails: () => queryDatabase(environment.dataDir, 'update users set email_verified_at = now()'),
    async close() {
      await product.stop();
      environment.clear();
    },
  };
}

async function visit(page: Page, url: string, person: Person, place: string): Promise<void> {
  await page.context().addCookies([{ name: 'token', value: person.token, url, sameSite: 'Strict' }]);
  await page.goto(`${url}${place}`);
  await settled(page);
}

async function pick(page: Page, field: Locator, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function pickCountry(page: Page, field: Locator, country: string): Promise<void> {
  await field.click();
  await page.keyboard.type(country);
  await page.getByRole('option', { name: country, exact: true }).click();
}

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

async function switchVatOn(page: Page, password: string): Promise<void> {
  const rates = card(page, service.vat.rates);
  await rates.getByLabel(service.password, { exact: true }).fill(password);
  await rates.getByRole('button', { name: service.vat.confirm }).click();
  await expect(page.getByText(service.vat.confirmed)).toBeVisible();

  const seller = card(page, service.group.seller.title);
  await pickCountry(page, seller.getByLabel(service.setting.seller_country), 'Estonia');
  await seller.getByLabel(service.setting.seller_city).fill('Tallinn');
  await seller.getByLabel(service.password, { exact: true }).fill(password);
  await seller.getByRole('button', { name: service.save, exact: true }).click();
  await expect(seller.getByText(service.saved, { exact: true })).toBeVisible();

  const vat = card(page, service.group.vat.title);
  const save = vat.getByRole('button', { name: service.save, exact: true });
  await vat.getByLabel(service.setting.seller_vat_id).fill('EE100207416');
  await pick(page, vat.getByLabel(service.setting.vat, { exact: true }), service.value.vat.on);
  await vat.getByLabel(service.password, { exact: true }).first().fill(password);
  await save.click();
  await expect(vat.getByText(TEXTS.en.errors.field.vat_id)).toBeVisible();
  await vat.getByLabel(service.setting.seller_vat_id).fill('EE100207415');
  await save.click();
  await expect(vat.getByText(service.saved, { exact: true })).toBeVisible();
  await expectAccessible(page);
}

async function enterDetails(page: Page): Promise<void> {
  const details = card(page, words.billing.details);
  const vatId = details.getByLabel(words.billing.vat_id);
  await details.getByLabel(words.billing.name).fill('Kwiaty Sp. z o.o.');
  await pickCountry(page, details.getByLabel(words.billing.country), 'Poland');
  await details.getByLabel(words.billing.city).fill('Warszawa');
  await vatId.fill('PL5262816172');
  await details.getByLabel(words.billing.is_business).check();
  await details.getByRole('button', { name: words.billing.save }).click();
  await expect(details.getByText(TEXTS.en.errors.field.vat_id)).toBeVisible();
  await vatId.fill('PL 526 281 61 71');
  await details.getByRole('button', { name: words.billing.save }).click();
  await expect(page.getByText(words.billing.details_saved)).toBeVisible();
  await expect(vatId).toHaveValue('PL5262816171');
}

test('VAT goes on with confirmed rates; a business abroad pays none and gets an e-invoice', async ({ page }) => {
  test.setTimeout(240_000);
  const { url, verifyEmails, close } = await ownInstallation();
  try {
    const operator = await operatorAt(url);
    await visit(page, url, operator, '/en/profile?tab=service');
    await switchVatOn(page, operator.password);

    const person = await registerUser(url);
    await verifyEmails();
    await visit(page, url, person, '/en/tariffs');
    await card(page, 'Starter').getByRole('button').click();
    await expect(dialog(page)).toContainText('29.00');
    await expect(dialog(page)).toContainText('24%');
    await dialog(page).getByRole('link', { name: TEXTS.en.tariffs.change.billing_details }).click();
    await enterDetails(page);

    await visit(page, url, person, '/en/tariffs');
    await card(page, 'Starter').getByRole('button').click();
    await expect(dialog(page)).toContainText(TEXTS.en.tariffs.change.reverse_charge);
    await dialog(page)
      .getByRole('button', { name: /29\.00/ })
      .click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveURL(/success-payment/);
    await expectDocuments(page, url, person);
  } finally {
    await close();
  }
});

async function expectDocuments(page: Page, url: string, person: Person): Promise<void> {
  const { data } = (await api(person.token, url)('GET', '/invoices')) as { data: Invoice[] };
  const [invoice] = data;
  const headers = { authorization: `Bearer ${person.token}` };
  for (const [language, text] of [
    ['en', 'Reverse charge / Odwrotne obciążenie'],
    ['ua', 'Зворотне нарахування ПДВ'],
    ['ru', 'Обратное начисление НДС'],
  ] as const) {
    const pdf = await page.request.get(`${url}${invoice?.pdf_url}?lang=${language}`, { headers });
    const said = pdfText(await pdf.body()).replaceAll(/\s+/g, ' ');
    expect(said).toContain(text);
    expect(said).toContain('PL5262816171');
  }
  await visit(page, url, person, '/en/profile?tab=billing');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: filled(words.download_xml, { number: invoice?.number ?? '' }) }).click();
  expect((await saved).suggestedFilename()).toBe(`${invoice?.number}.xml`);
  const xml = await page.request.get(`${url}${invoice?.xml_url}`, { headers });
  expect(brokenRules(readXml(await xml.text()))).toEqual([]);
}
