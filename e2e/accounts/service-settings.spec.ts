import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { lastEmailTo, startMailServer } from '../emails.ts';
import { expect, test } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { freePort, startProduct } from '../product.ts';
import { load, lookAround } from '../screens/tour.ts';
import { newEnvironment, operatorAt, WITHOUT_STATISTICS } from '../test-environment.ts';

/** Settings that an operator has before the first visit; the rest is set in the browser. */
async function emptyInstallation() {
  const environment = await newEnvironment();
  const { PUBLIC_URL: _url, ...settings } = environment.settings;
  const product = await startProduct({ ...environment, settings: { ...settings, ...WITHOUT_STATISTICS } });
  const emails = join(environment.folder, 'emails');
  const port = await freePort();
  const mail = await startMailServer(emails, port);
  return {
    url: product.url,
    dataDir: environment.dataDir,
    mail: { port, emails },
    async close() {
      await product.stop();
      await mail.close();
      environment.clear();
    },
  };
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function save(page: Page, name: string) {
  await card(page, name).getByRole('button', { name: 'Save' }).click();
  await expect(card(page, name).getByText('Saved', { exact: true })).toBeVisible();
}

async function setAppearance(page: Page) {
  const name = card(page, 'Name and addresses');
  await name.getByLabel('Service name').fill('Acme Track');
  await save(page, 'Name and addresses');

  const look = card(page, 'Appearance');
  await look.getByLabel('Accent color').fill('#ffe600');
  await look.getByRole('button', { name: 'Save' }).click();
  await expect(look.getByText('White text on this color is hard to read')).toBeVisible();
  await look.getByRole('button', { name: 'Use #827500' }).click();
  const logo = await page.screenshot({ clip: { x: 0, y: 0, width: 120, height: 40 } });
  await look
    .locator('input[data-image="values.logo_light"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
  await expect(look.getByText('This file isn’t a PNG')).toBeVisible();
  await look
    .locator('input[data-image="values.logo_light"]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await expect(look.locator('img')).toBeVisible();
  await look.getByLabel('Text on the login page, English').fill('Tracking by Acme');
  await look.getByLabel('Support email').fill('help@acme.example');
  await save(page, 'Appearance');
}

async function sendTestEmail(page: Page, port: number, password: string) {
  const mail = card(page, 'Email');
  await mail.getByLabel('Mail server').fill('127.0.0.1');
  await mail.getByLabel('Port').fill(String(port));
  await mail.getByLabel('Encryption').click();
  await page.getByRole('option', { name: 'None', exact: true }).click();
  await mail.getByLabel('Your password').fill(password);
  await save(page, 'Email');
  await mail.getByRole('button', { name: 'Send test email' }).click();
  await expect(mail.getByText(/The mail server accepted the email to operator@example.test: 250/)).toBeVisible();
}

async function publishTerms(page: Page) {
  await card(page, 'Legal documents').getByRole('button', { name: 'Publish version: Terms of service' }).click();
  const dialog = page.getByRole('dialog');
  for (const language of ['Ukrainian', 'Russian', 'English']) {
    await dialog.getByLabel(`Title, ${language}`).fill(`Terms in ${language}`);
    await dialog.getByLabel(`Text, ${language}`).fill(`## What you agree to\n\nEverything in ${language}.`);
  }
  await dialog.getByRole('button', { name: 'Publish version' }).click();
  await expect(card(page, 'Legal documents').getByText('Version 1')).toBeVisible();
}

async function signUpUnderTheBrand(browser: Browser, url: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/en/registration`);
  await expect(page).toHaveTitle(/Acme Track/);
  await expect(page.getByRole('img', { name: 'Acme Track' })).toBeVisible();
  await expect(page.getByText('Tracking by Acme')).toBeVisible();
  await expect(page.getByRole('link', { name: 'help@acme.example' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign up' })).toHaveCSS('background-color', 'rgb(130, 117, 0)');
  const [terms] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('main').getByRole('link', { name: /terms/i }).click(),
  ]);
  await expect(terms.getByRole('heading', { level: 1, name: 'Terms in English' })).toBeVisible();
  await terms.close();
  await page.getByLabel('Email').fill('visitor@example.test');
  await page.getByLabel('Password', { exact: true }).fill('a visitor chooses this');
  await page.getByLabel('Confirm password').fill('a visitor chooses this');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Accept the terms to continue')).toBeVisible();
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible();
  await context.close();
}

test('an operator sets name, color, email and terms, and a visitor signs up under the new brand', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const installation = await emptyInstallation();
  const { url, dataDir, mail } = installation;
  try {
    const operator = await operatorAt(url);
    await page.context().addCookies([{ name: 'token', value: operator.token, url, sameSite: 'Strict' }]);
    await page.goto(`${url}/en/profile?tab=service`);
    await expect(page.getByRole('heading', { name: 'Before you open' })).toBeVisible();
    await setAppearance(page);
    await sendTestEmail(page, mail.port, operator.password);
    await publishTerms(page);
    const done = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done', exact: true }) });
    await expect(done.filter({ hasText: 'The mail server accepted a test email' })).toBeVisible();
    await expect(done.filter({ hasText: 'Terms are published' })).toBeVisible();

    await signUpUnderTheBrand(browser, url);
    const welcome = await lastEmailTo(mail.emails, 'visitor@example.test');
    expect(welcome.subject).toContain('Acme Track');
    expect(welcome.html).toContain('#827500');
    const accepted = await queryDatabase(
      dataDir,
      "select slug, version, language from legal_acceptances join users on users.id = user_id where email = 'visitor@example.test'",
    );
    expect(accepted).toEqual([{ slug: 'terms', version: 1, language: 'en' }]);
  } finally {
    await installation.close();
  }
});

test('the service tab fits every width and is accessible in both themes', async ({ page, as }) => {
  await as('superAdmin');
  await load(page, '/ua/profile?tab=service');
  await lookAround(page);
});
