import ru from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import ua from '@poklik/locales/ua/campaigns.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { type Person, signIn } from '../people.ts';
import { expectPlace } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { load, lookAround } from '../screens/tour.ts';
import { TEXTS } from '../texts.ts';
import { customerWith, dialog, row, rows } from './campaigns.ts';

test.describe('appearance', () => {
  let person: Person;
  test.beforeAll(async () => {
    ({ person } = await customerWith(
      {
        name: 'Дуже довга назва кампанії, яка не вміщується в один рядок таблиці',
        tags: ['сезон', 'довгий тег списку'],
      },
      { name: 'Summer', status: 'paused', notes: 'A note' },
      { name: 'Draft', status: 'draft' },
    ));
  });

  test('a list with rows fits every width and is accessible', async ({ page }) => {
    await signIn(page, person);
    await load(page, '/ru/campaign');
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByRole('grid')).toHaveCount(1);
    await expect(row(page, 'Summer')).toContainText(ru.status.paused);
    await lookAround(page);
    await expect(page.getByRole('grid'), 'cards in a narrow window').toHaveCount(0);
    await rows(page).getByRole('checkbox').first().check();
    await page.getByRole('button', { name: TEXTS.ru.select.delete, exact: true }).click();
    await expect(dialog(page)).toContainText('30');
    await expectAccessible(page);
  });
});

test('the operator sees the service overview instead of campaigns', async ({ page, as }) => {
  await as('superAdmin');
  await page.goto('/ua/campaign');
  await expect(page.locator('h1')).toHaveText(ua.overview.title);
  await expect(page.getByText(ua.overview.health.analytics.ok)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: new RegExp(`^${ua.overview.customers} ?\\d`) }).click();
  await expectPlace(page, '/ua/users-list');
});
