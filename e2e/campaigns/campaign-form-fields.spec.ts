import { expect, test } from '../fixture.ts';
import { api, registerUser, stage } from '../people.ts';
import { expectPlace, fillLogin, heading, settled } from '../screens/frame.ts';
import { create, customer, dialog, field, form, open, pick, read, ruleHeads } from './campaign-editor.ts';

test('shows errors on their fields in Ukrainian and keeps the typed values', async ({ page }) => {
  test.setTimeout(300_000);
  const person = await open(page, '/ua/campaign/create');
  await create(person, { name: 'Зайнята назва' });
  const submit = page.getByRole('button', { name: 'Створити й скопіювати посилання' });
  await submit.click();
  await expect(field(page, 'name')).toBeFocused();
  await expect(field(page, 'name')).toHaveAccessibleDescription('Заповніть це поле');
  await expect(field(page, 'default_url')).toHaveAccessibleDescription(/^Заповніть це поле/);
  await expect(page.getByText('Виправте 2 поля')).toBeAttached();

  // Errors inside a collapsed rule and a collapsed section.
  await field(page, 'name').fill('Зайнята назва');
  await field(page, 'default_url').fill('https://shop.example/');
  await page.getByRole('button', { name: 'Додати правило' }).click();
  await ruleHeads(page).nth(0).click();
  await submit.click();
  await expect(ruleHeads(page).nth(0)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Країни')).toBeFocused();
  await expect(page.getByLabel('Країни')).toHaveAccessibleDescription('Виберіть принаймні одну країну');
  await pick(page, page.getByLabel('Країни'), 'укр', /Україна/);
  await field(page, 'rules.0.destinations.0.weight').fill('0');
  await field(page, 'rules.0.destinations.0.url').fill(`${stage().url}/c/another`);
  await page.locator('#section-limits').click();
  await field(page, 'daily_cap').fill('багато');
  await page.locator('#section-limits').click();
  await ruleHeads(page).nth(0).click();
  await submit.click();
  await expect(field(page, 'rules.0.destinations.0.weight')).toBeFocused();
  await expect(field(page, 'rules.0.destinations.0.weight')).toHaveAccessibleDescription('Мінімальне значення: 1');
  await field(page, 'rules.0.destinations.0.weight').fill('5');
  await submit.click();
  await expect(field(page, 'daily_cap')).toBeFocused();
  await expect(field(page, 'daily_cap')).toHaveAccessibleDescription(/^Введіть ціле число/);
  await field(page, 'daily_cap').fill('');

  // Errors that only the server can detect.
  await ruleHeads(page).nth(0).click();
  await submit.click();
  await expect(field(page, 'rules.0.destinations.0.url')).toBeFocused();
  await expect(field(page, 'rules.0.destinations.0.url')).toHaveAccessibleDescription(
    'Цей URL веде на трекінгове посилання цього ж сервісу',
  );
  await field(page, 'rules.0.destinations.0.url').fill('https://shop.example/ua');
  await submit.click();
  await expect(field(page, 'name')).toBeFocused();
  await expect(field(page, 'name')).toHaveAccessibleDescription('У вас уже є кампанія з такою назвою');
  await field(page, 'name').fill('Вільна назва');
  await submit.click();
  await expect(heading(page)).toHaveText('Вільна назва');
  await expect(page.getByText(/Кампанію «Вільна назва» створено/)).toBeVisible();
});

test('shows not found for a missing campaign, another user’s campaign and an invalid id', async ({ page }) => {
  const other = await create(await registerUser());
  await customer(page);
  for (const id of ['999999999', String(other.id), 'abc', '0']) {
    await page.goto(`/en/campaign/update/${id}`);
    await expect(heading(page)).toHaveText('Campaign not found');
  }
  await page.getByRole('link', { name: 'Back to campaigns' }).click();
  await expectPlace(page, '/en/campaign');
});

test('asks before leaving with unsaved changes and ignores reverted ones', async ({ page }) => {
  const person = await customer(page);
  const { id } = await create(person);
  await page.goto(`/en/campaign/update/${id}`);
  await field(page, 'name').fill('Another name');
  await page.getByRole('link', { name: 'Back to campaigns' }).click();
  await dialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(page, 'name')).toHaveValue('Another name');
  await field(page, 'name').fill('Autumn sale');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await field(page, 'name').fill('Another name');
  await page.getByRole('link', { name: 'Back to campaigns' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expectPlace(page, '/en/campaign');
  expect(await read(person, id)).toMatchObject({ name: 'Another name', version: 2 });
});

test('edits the weekly schedule with the keyboard', async ({ page }) => {
  const person = await customer(page);
  const { id } = await create(person, {
    rules: [
      {
        conditions: [{ dimension: 'schedule', operator: 'in', values: ['1 09:00-10:00'] }],
        destinations: [{ url: 'https://shop.example/hours' }],
      },
    ],
  });
  await page.goto(`/en/campaign/update/${id}`);
  await ruleHeads(page).nth(0).click();
  await page.getByRole('button', { name: 'Monday, 09–10: selected' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Tuesday, 11–12: selected' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('#modal-root').getByText('Saved as version 2')).toBeVisible();
  expect(await read(person, id)).toMatchObject({
    rules: [{ conditions: [{ values: ['1 09:00-12:00', '2 11:00-12:00'] }] }],
  });
});

test('fills parameters from a traffic source template and asks before replacing edited ones', async ({ page }) => {
  await open(page, '/en/campaign/create');
  await page.locator('#section-traffic').click();
  const source = page.getByRole('combobox', { name: 'Traffic source' });
  await pick(page, source, 'google', 'Google Ads');
  await expect(field(page, 'params.0.macro')).toHaveValue('{campaignid}');
  await expect(field(page, 'external_id_param')).toHaveValue('gclid');
  await pick(page, source, 'tik', 'TikTok Ads');
  await expect(field(page, 'params.0.macro')).toHaveValue('__CAMPAIGN_ID__');
  await field(page, 'params.0.name').fill('mine');
  await pick(page, source, 'taboola', 'Taboola');
  await expect(field(page, 'params.0.name')).toHaveValue('mine');
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(field(page, 'params.0.name')).toHaveValue('campaign_id');
  // Its cost arrives encrypted, so the template has none.
  await expect(field(page, 'cost_macro')).toHaveValue('');
});

test('shows the plan’s campaign limit before and after submitting, with a link to plans', async ({ page }) => {
  const person = await customer(page);
  for (const number of [1, 2, 3]) await create(person, { name: `Campaign ${number}` });
  await page.goto('/en/campaign/create');
  await expect(page.getByText('You’ve reached your plan’s limit of 3 campaigns')).toBeVisible();
  await field(page, 'name').fill('One more');
  await field(page, 'default_url').fill('https://shop.example/');
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  await expect(page.getByRole('alert')).toContainText('You’ve reached your plan’s limit of 3 campaigns');
  await expect(page.getByRole('link', { name: 'View plans' })).toHaveAttribute('href', '/en/tariffs');
  await expect(field(page, 'name')).toHaveValue('One more');
  await expect(form(page)).toBeVisible();
});

test('shows a conflicting save and overwrites it only when confirmed', async ({ page }) => {
  const person = await customer(page);
  const { id } = await create(person);
  await page.goto(`/en/campaign/update/${id}`);
  await field(page, 'notes').fill('Mine');
  await api(person.token)('PUT', `/companies/${id}`, {
    name: 'Theirs',
    default_url: 'https://shop.example/',
    version: 1,
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Someone saved version 2');
  await expect(page.getByRole('alert')).toContainText('Added: Theirs');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.locator('#modal-root').getByText('Saved as version 3')).toBeVisible();
  expect(await read(person, id)).toMatchObject({ version: 3, name: 'Autumn sale', notes: 'Mine' });
});

test('restores unsaved changes after a reload and after the session ends', async ({ page }) => {
  const person = await customer(page);
  const { id } = await create(person);
  await page.goto(`/en/campaign/update/${id}`);
  await field(page, 'notes').fill('Half a thought');
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(kept).toContain('Half a thought');
  page.on('dialog', (question) => void question.accept());
  await page.reload();
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await expect(field(page, 'notes')).toHaveValue('Half a thought');

  await field(page, 'notes').fill('A whole thought');
  await api(person.token)('POST', '/logout');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('input[name="password"]')).toBeVisible();
  await fillLogin(page, person);
  await expectPlace(page, `/en/campaign/update/${id}`);
  await expect(field(page, 'notes')).toHaveValue('A whole thought');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('#modal-root').getByText('Saved as version 2')).toBeVisible();
  await page.reload();
  await settled(page);
  await expect(page.getByText('We restored your unsaved changes.')).toHaveCount(0);
});
