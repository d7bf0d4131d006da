import type { Page } from '@playwright/test';
import en from '@poklik/locales/en/overview.json' with { type: 'json' };
import ru from '@poklik/locales/ru/overview.json' with { type: 'json' };
import ua from '@poklik/locales/ua/overview.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, people } from '../people.ts';
import { expectPlace } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { load, lookAround } from '../screens/tour.ts';
import { payer } from './money.ts';

/** The first amount in a text, in cents. */
const cents = (text: string | null): number =>
  Number((/[\d\s {2},.]+[.,]\d\d/.exec(text ?? '')?.[0] ?? '').replace(/\D/g, ''));

const figure = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).first();

test.describe('business figures', () => {
  let customer: Person;
  test.beforeAll(async () => {
    customer = await payer();
    const call = api(customer.token);
    const tariffs = (await call('GET', '/tariffs')) as { data: { id: number; code: string }[] };
    const starter = tariffs.data.find(({ code }) => code === 'starter')?.id ?? 0;
    const operator = api(people().superAdmin.token);
    const { data } = (await operator('GET', `/users?search=${encodeURIComponent(customer.email)}`)) as {
      data: { id: number }[];
    };
    await operator('POST', `/transactions/users/${data[0]?.id}/deposit`, { amount: '29.00', reason: 'for a test' });
    await call('POST', `/tariffs/${starter}/pay`, { method: 'balance' });
  });

  test('MRR opens the list of paying customers with the same total, and the way back keeps the period', async ({
    page,
    as,
  }) => {
    await as('superAdmin');
    await load(page, '/en/campaign?period=this_quarter');
    const mrr = figure(page, 'MRR');
    const printed = cents(await mrr.textContent());
    expect(printed).toBeGreaterThanOrEqual(2_900);
    await mrr.click();
    await expectPlace(page, '/en/campaign?period=this_quarter&list=paying');
    await expect(page.locator('h1')).toHaveText(en.list.paying);
    await expect(page.getByText(/customers? · \$/)).toBeVisible();
    await expect(page.getByRole('row').locator('td:last-child').first()).toContainText('$');
    const amounts = await page.getByRole('row').locator('td:last-child').allTextContents();
    const sum = amounts.reduce((total, text) => total + cents(text), 0);
    expect(cents((await page.getByText(/customers? · \$/).textContent())?.split('·').at(-1) ?? '')).toBe(printed);
    // All of them are on one page in a fresh database.
    if (amounts.length <= 10) expect(sum).toBe(printed);
    await expectAccessible(page);
    await page.getByRole('link', { name: en.list.back, exact: true }).click();
    await expectPlace(page, '/en/campaign?period=this_quarter');
  });

  test('changes of MRR are listed by kind, by keyboard too', async ({ page, as }) => {
    await as('superAdmin');
    await load(page, '/ua/campaign');
    await page.getByRole('link', { name: ua.movement.new, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expectPlace(page, '/ua/campaign?list=movements&movement=new');
    await expect(page.getByRole('link', { name: ua.movement.new, exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
    await expect(page.getByText(customer.email).first()).toBeVisible();
    await expectAccessible(page);
  });

  test('charts are readable by keyboard and as tables', async ({ page, as }) => {
    await as('superAdmin');
    await load(page, '/en/campaign');
    const chart = page.getByRole('slider', { name: en.business.mrr, exact: true });
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuetext', /MRR: \$/);
    const card = page.getByRole('region', { name: en.business.mrr, exact: true });
    await card.getByRole('button').click();
    await expect(card.getByRole('table')).toBeVisible();
    await expect(card.getByRole('row')).toHaveCount(31);
  });

  test('the overview fits every width and is accessible', async ({ page, as }) => {
    await as('superAdmin');
    await load(page, '/ru/campaign');
    await expect(page.getByRole('heading', { name: ru.cohorts.title })).toBeVisible();
    await lookAround(page);
    await expectAccessible(page);
  });
});
