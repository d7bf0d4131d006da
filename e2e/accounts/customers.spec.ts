import en from '@poklik/locales/en/customers.json' with { type: 'json' };
import users from '@poklik/locales/en/users_list.json' with { type: 'json' };
import ru from '@poklik/locales/ru/customers.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, people, registerUser } from '../people.ts';
import { expectPlace, settled } from '../screens/frame.ts';
import { expectAccessible, expectNoSidewaysScroll, look } from '../screens/look.ts';

const dialog = (page: import('@playwright/test').Page) => page.locator('#modal-root [role="dialog"]');
const row = (page: import('@playwright/test').Page) => page.locator('[data-row]');

test('the operator tags a customer, writes a note, changes limits and saves a segment', async ({ page, as }) => {
  const person = await registerUser();
  const { id } = (await api(person.token)('GET', '/profile')) as { id: number };
  const tag = `tag-${id}`;
  await look(page, { theme: 'light', width: 1440 });
  await as('superAdmin');
  await page.goto(`/en/users-list?search=${encodeURIComponent(person.email)}`);
  await settled(page);
  await row(page).getByRole('link').first().click();
  await expectPlace(page, `/en/users-list/${id}`);
  await settled(page);
  await expect(page.locator('h1')).toHaveText(person.email);
  await expectAccessible(page);

  await page.getByRole('button', { name: en.tags.add }).click();
  await dialog(page).getByLabel(en.tags.label).fill('a'.repeat(40));
  await dialog(page).getByRole('button', { name: en.tags.save }).click();
  await expect(dialog(page).getByLabel(en.tags.label)).toHaveAttribute('aria-invalid', 'true');
  await dialog(page).getByLabel(en.tags.label).fill(`${tag}, launch`);
  await dialog(page).getByRole('button', { name: en.tags.save }).click();
  await expect(page.locator('main')).toContainText(tag);

  await page.getByRole('main').getByRole('button', { name: en.limits.action }).click();
  await dialog(page).getByLabel(en.limits.campaigns).fill('9');
  await dialog(page).getByRole('button', { name: en.limits.save }).click();
  await expect(dialog(page).getByLabel(users.reason)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog(page).getByLabel(users.reason).fill('Launch in December');
  await dialog(page).getByRole('button', { name: en.limits.save }).click();
  await expect(page.locator('main')).toContainText('Launch in December');
  await expect(page.locator('main')).toContainText('0 / 9');

  await page.getByRole('tab', { name: en.tab.notes }).click();
  await page.getByLabel(en.notes.new).fill('Call after the 20th');
  // A draft survives looking at something else.
  await page.getByRole('tab', { name: en.tab.log }).click();
  await expect(row(page).filter({ hasText: 'Launch in December' })).toHaveCount(1);
  await page.getByRole('tab', { name: en.tab.notes }).click();
  await page.getByRole('button', { name: en.notes.add }).click();
  await expect(row(page)).toContainText('Call after the 20th');
  await expect(page.getByLabel(en.notes.new)).toHaveValue('');

  await page.getByRole('tab', { name: en.tab.emails }).click();
  await expect(row(page).first()).toContainText('verify_email');

  await page.goto(`/en/users-list?tag=${tag}`);
  await settled(page);
  await expect(row(page)).toHaveCount(1);
  await page.getByRole('button', { name: users.save_segment }).click();
  await dialog(page).getByLabel(en.segments.name).fill(tag);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('link', { name: users.segments }).click();
  await expect(row(page).filter({ hasText: tag })).toContainText('1');
  await row(page).filter({ hasText: tag }).getByRole('link').first().click();
  await expect(row(page)).toHaveCount(1);
  await expect(row(page)).toContainText(person.email);
});

test('the customer never sees notes and tags', async ({ page }) => {
  const person = await registerUser();
  const { id } = (await api(person.token)('GET', '/profile')) as { id: number };
  const operator = api(people().superAdmin.token);
  await operator('PUT', `/users/${id}/tags`, { tags: ['canary-tag'] });
  await operator('POST', `/users/${id}/notes`, { text: 'canary-note' });
  for (const path of ['/activity', '/profile', '/account/export'])
    expect(JSON.stringify(await api(person.token)('GET', path))).not.toContain('canary');
  await expect(api(person.token)('GET', `/users/${id}`)).rejects.toThrow('403');
  await page.goto('about:blank');
});

for (const width of [320, 860]) {
  test(`every tab of a customer fits ${width} px and is accessible`, async ({ page, as }) => {
    const person = await registerUser();
    const { id } = (await api(person.token)('GET', '/profile')) as { id: number };
    await look(page, { theme: 'dark', width });
    await as('superAdmin');
    for (const tab of Object.keys(ru.tab)) {
      await page.goto(`/ru/users-list/${id}?tab=${tab}`);
      await settled(page);
      await expect(page.locator('h1')).toHaveText(person.email);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
    await page.goto('/ru/users-list?tab=segments');
    await settled(page);
    await expect(page.locator('h1')).toHaveText(ru.segments.title);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test('an unknown customer is said to be missing', async ({ page, as }) => {
  await as('superAdmin');
  await page.goto('/en/users-list/999999');
  await expect(page.getByRole('alert')).toBeVisible();
});
