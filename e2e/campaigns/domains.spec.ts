import type { Locator, Page } from '@playwright/test';
import words from '@poklik/locales/en/domains.json' with { type: 'json' };
import { type DnsServer, startDnsServer } from '../../apps/server/src/testing/dns-server.ts';
import { test as base, expect } from '../fixture.ts';
import { api, registerUser } from '../people.ts';
import { type Product, startProduct } from '../product.ts';
import { newEnvironment, WITHOUT_STATISTICS } from '../test-environment.ts';

const HOST = 'go.shop.com';

/** A server with a zone for tracking domains, and the DNS that it asks. */
const test = base.extend<{ zoned: { product: Product; dns: DnsServer } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
  zoned: async ({}, use) => {
    const dns = await startDnsServer({ '*.in.links.example': { A: ['127.0.0.1'] } });
    const environment = await newEnvironment();
    const zone = { TRACKING_ZONE: 'links.example', OUTGOING_DNS: dns.address, OUTGOING_LOOPBACK: '1' };
    const settings = { ...environment.settings, ...WITHOUT_STATISTICS, ...zone };
    const product = await startProduct({ ...environment, settings });
    try {
      await use({ product, dns });
    } finally {
      await product.stop();
      environment.clear();
      await dns.close();
    }
  },
});

const choose = async (page: Page, card: Locator, action: string): Promise<void> => {
  await card.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** The badge: a shape and the word. */
const isDefault = (card: Locator): Locator => card.getByText(new RegExp(`${words.default}$`));

test('a customer adds a domain, follows its checks, makes it the default and removes it', async ({ page, zoned }) => {
  const { product, dns } = zoned;
  const customer = await registerUser(product.url, 'customer@example.test');
  await page.context().addCookies([{ name: 'token', value: customer.token, url: product.url, sameSite: 'Strict' }]);
  await page.goto(`${product.url}/en/campaign?tab=domains`);
  const given = page.getByRole('article', { name: /\.links\.example$/ });
  await expect(isDefault(given)).toBeVisible();

  await page.getByRole('button', { name: words.add.open }).click();
  const dialog = page.getByRole('dialog', { name: words.add.title });
  await dialog.getByLabel(words.add.host).fill('127.0.0.1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(words.add.host)).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel(words.add.host).fill(HOST);
  await page.keyboard.press('Enter');

  const card = page.getByRole('article', { name: HOST });
  const check = (name: keyof typeof words.check) =>
    card.getByRole('listitem').filter({ has: page.getByText(words.check[name], { exact: false }) });
  const states = () =>
    card
      .getByRole('list', { name: words.checks })
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.getAttribute('data-state')));
  // Without a record it is red, and says what was found.
  await expect.poll(states).toEqual(['failed', 'failed', 'waiting', 'waiting']);
  await expect(check('ownership')).toContainText(HOST);
  await expect(card.getByText(words.status.pending)).toBeVisible();

  const { data } = (await api(customer.token, product.url)('GET', '/domains')) as {
    data: { host: string; record: { cname: { value: string } } | null }[];
  };
  const value = data.find(({ host }) => host === HOST)?.record?.cname.value ?? '';
  await expect(card.getByText(value).first()).toBeVisible();
  dns.zone = { ...dns.zone, [HOST]: { CNAME: value } };
  await card.getByRole('button', { name: words.check_now }).click();
  await expect.poll(states).toEqual(['ok', 'ok', 'ok', 'waiting']);
  await expect(card.getByText(words.status.active)).toBeVisible();

  await choose(page, card, words.make_default);
  await expect(isDefault(card)).toBeVisible();
  await expect(isDefault(given)).toBeHidden();

  await choose(page, card, words.remove.act);
  await page.getByRole('dialog').getByRole('button', { name: words.remove.act }).click();
  await expect(card).toBeHidden();
  await expect(isDefault(given)).toBeVisible();
});
