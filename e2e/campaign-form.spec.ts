import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { expectPlace, heading, settled } from './frame.ts';
import { api, type Person, registerUser, signIn, stage } from './people.ts';

interface Made {
  id: number;
  version: number;
  tracking_url: string;
}

const form = (page: Page): Locator => page.locator('#campaign-form');
const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`);
const ruleHeads = (page: Page): Locator => page.locator('[data-section="rules"] [data-path^="rules."][aria-expanded]');
const handles = (page: Page): Locator => page.locator('[data-reorder-handle]');
const dialog = (page: Page): Locator => page.locator('#modal-root [role="dialog"]');
const simulator = (page: Page): Locator => page.getByRole('region', { name: 'Where would a visitor go' });
const coverage = (page: Page): Locator => page.getByRole('region', { name: 'Check of the rules' });

/** Somebody of their own for each test, because a tariff has room for few campaigns. */
async function open(page: Page, place: string): Promise<Person> {
  const person = await registerUser();
  await signIn(page, person);
  await page.goto(place);
  await settled(page);
  return person;
}

const create = async (person: Person, settings: object = {}): Promise<Made> => {
  const body = { name: 'Autumn sale', default_url: 'https://shop.example/', ...settings };
  return ((await api(person.token)('POST', '/companies', body)) as { data: Made }).data;
};

const read = async (person: Person, id: number) =>
  ((await api(person.token)('GET', `/companies/${id}`)) as { data: { [setting: string]: unknown } }).data;

async function pick(page: Page, box: Locator, typed: string, option: string | RegExp): Promise<void> {
  await box.fill(typed);
  await page.locator('#modal-root').getByRole('option', { name: option }).click();
}

/** Chooses from a list that is not searched. */
async function choose(page: Page, box: Locator, option: string): Promise<void> {
  await box.click();
  await page.locator('#modal-root').getByRole('option', { name: option, exact: true }).click();
}

const names = (page: Page): Promise<string[]> =>
  handles(page).evaluateAll((all) => all.map((handle) => /“(.*)”/.exec(handle.ariaLabel ?? '')?.[1] ?? ''));

test('a campaign is made, tried out, clicked, changed and brought back', async ({ page, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  const person = await open(page, '/en/campaign/create');

  await field(page, 'name').fill('Autumn sale');
  await expect(coverage(page)).toContainText('There is no default address');
  await field(page, 'default_url').click();
  await page.keyboard.type('https://shop.example/?c={cl');
  await expect(page.getByRole('option', { name: /click_id/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page, 'default_url')).toHaveValue('https://shop.example/?c={click_id}');
  await expect(coverage(page)).toContainText('All is well');

  const add = page.getByRole('button', { name: 'Add rule' });
  await add.click();
  await field(page, 'rules.0.name').fill('Germany');
  await pick(page, page.getByLabel('Countries'), 'germ', 'Germany (DE)');
  await field(page, 'rules.0.destinations.0.url').fill('https://shop.example/de');
  await page.locator('[data-section="rules"]').getByRole('button', { name: 'Add destination' }).click();
  await field(page, 'rules.0.destinations.1.url').fill('https://shop.example/de-2');
  await field(page, 'rules.0.destinations.1.weight').fill('300');
  await expect(page.locator('[data-path="rules.0.destinations.0"] output')).toHaveText('25%');
  await expect(page.locator('[data-path="rules.0.destinations.1"] output')).toHaveText('75%');
  await ruleHeads(page).nth(0).click();

  await add.click();
  await field(page, 'rules.1.name').fill('Desktop');
  await choose(page, page.locator('[data-path="rules.1.conditions.0"]').getByLabel('Condition 1'), 'Device');
  await pick(page, page.getByLabel('Devices'), 'desk', 'Desktop');
  await field(page, 'rules.1.destinations.0.url').fill('https://shop.example/desktop?c={click_id}');
  await ruleHeads(page).nth(1).click();

  // By the keyboard, told to those who do not see it, and by dragging.
  await expect.poll(() => names(page)).toEqual(['Germany', 'Desktop']);
  await handles(page).nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => names(page)).toEqual(['Desktop', 'Germany']);
  await expect(page.getByText('“Desktop” is now at place 1 of 2')).toBeAttached();
  await expect(handles(page).nth(0)).toBeFocused();
  await handles(page).nth(0).scrollIntoViewIfNeeded();
  const [from, to] = [await handles(page).nth(0).boundingBox(), await handles(page).nth(1).boundingBox()];
  if (!from || !to) throw new Error('no handles');
  await page.mouse.move(from.x + 10, from.y + 15);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + 40, { steps: 4 });
  await page.mouse.move(to.x + 10, to.y + 40, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual(['Germany', 'Desktop']);

  // A rule that nobody reaches is found, led to, removed and taken back.
  await page.getByRole('button', { name: 'Actions of the rule “Germany”' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await coverage(page).getByRole('button', { name: 'Nobody reaches rule 2: rule 1 takes them all' }).click();
  await expect(ruleHeads(page).nth(1)).toBeFocused();
  await page.getByRole('button', { name: 'Actions of the rule “Germany”' }).nth(1).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(() => names(page)).toEqual(['Germany', 'Desktop']);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => names(page)).toEqual(['Germany', 'Germany', 'Desktop']);
  await page.getByRole('button', { name: 'Actions of the rule “Germany”' }).nth(1).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(coverage(page)).toContainText('All is well');

  // The simulator answers by the unsaved form, and says why.
  await pick(page, simulator(page).getByLabel('Country'), 'germ', 'Germany (DE)');
  await expect(simulator(page)).toContainText('Because rule 1 “Germany” matches');
  await expect(simulator(page)).toContainText('75%');
  await pick(page, simulator(page).getByLabel('Country'), 'pol', 'Poland (PL)');
  await expect(simulator(page)).toContainText('Because no rule matches');
  await choose(page, simulator(page).getByLabel('Device'), 'Desktop');
  await expect(simulator(page)).toContainText('Because rule 2 “Desktop” matches');
  await expect(simulator(page)).toContainText(
    'Does not hold: Country is one of Germany (DE) (the visitor: Poland (PL))',
  );
  await expect(simulator(page)).toContainText('https://shop.example/desktop?c={click_id}');

  await page.getByRole('button', { name: 'Create and copy the link' }).click();
  await expect(page.getByText('The campaign “Autumn sale” is created and its link is copied.')).toBeVisible();
  await expect(heading(page)).toHaveText('Autumn sale');
  const id = Number(/update\/(\d+)/.exec(page.url())?.[1]);
  const made = (await read(person, id)) as unknown as Made;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made.tracking_url);
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(page.getByLabel('Postback address').first()).toHaveValue(/\/postback\?cid=\{click_id\}.*&key=/);

  // A real click goes where the simulator said, and is counted.
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const click = await fetch(made.tracking_url, { redirect: 'manual', headers: { 'user-agent': userAgent } });
  expect(click.status).toBe(302);
  expect(click.headers.get('location')).toMatch(/^https:\/\/shop\.example\/desktop\?c=[\w-]{10,}$/);
  await context.route('https://shop.example/**', (route) => route.fulfill({ body: 'landed' }));
  const landing = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Send a test click' }).click();
  await expect((await landing).locator('body')).toHaveText('landed');
  await expect(page.getByText('The click is counted. 2 clicks today.')).toBeVisible({ timeout: 20_000 });

  // Saved by the keyboard as a new version, compared, and restored.
  await page.getByRole('tab', { name: 'Settings' }).click();
  await field(page, 'name').fill('Winter sale');
  await ruleHeads(page).nth(1).click();
  await field(page, 'rules.1.active').uncheck();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.locator('#modal-root').getByText('Saved as version 2')).toBeVisible();
  await expect(heading(page)).toHaveText('Winter sale');
  await expect(field(page, 'rules.1.name'), 'what was open stays open').toBeVisible();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'What changed' }).click();
  const changes = page.getByRole('listitem').filter({ hasText: 'Version 2' });
  await expect(changes).toContainText('Removed: Autumn sale');
  await expect(changes).toContainText('Added: Winter sale');
  await expect(changes).toContainText('Added: Desktop (off)');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(dialog(page)).toContainText('Added: Autumn sale');
  await dialog(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(heading(page)).toHaveText('Autumn sale');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(field(page, 'name')).toHaveValue('Autumn sale');
  expect(await read(person, id)).toMatchObject({ version: 3, name: 'Autumn sale' });
});

test('what is wrong is said in its place, in Ukrainian, and nothing typed is lost', async ({ page }) => {
  const person = await open(page, '/ua/campaign/create');
  await create(person, { name: 'Зайнята назва' });
  const submit = page.getByRole('button', { name: 'Створити й скопіювати посилання' });
  await submit.click();
  await expect(field(page, 'name')).toBeFocused();
  await expect(field(page, 'name')).toHaveAccessibleDescription('Заповніть це поле');
  await expect(field(page, 'default_url')).toHaveAccessibleDescription(/^Заповніть це поле/);
  await expect(page.getByText('2 поля потребують вашої уваги')).toBeAttached();

  // Inside a rule that is closed, and a section that is closed.
  await field(page, 'name').fill('Зайнята назва');
  await field(page, 'default_url').fill('https://shop.example/');
  await page.getByRole('button', { name: 'Додати правило' }).click();
  await ruleHeads(page).nth(0).click();
  await submit.click();
  await expect(ruleHeads(page).nth(0)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Країни')).toBeFocused();
  await expect(page.getByLabel('Країни')).toHaveAccessibleDescription('Найменша кількість значень: 1');
  await pick(page, page.getByLabel('Країни'), 'укр', /Україна/);
  await field(page, 'rules.0.destinations.0.weight').fill('0');
  await field(page, 'rules.0.destinations.0.url').fill(`${stage().url}/c/another`);
  await page.locator('#section-limits').click();
  await field(page, 'daily_cap').fill('багато');
  await page.locator('#section-limits').click();
  await ruleHeads(page).nth(0).click();
  await submit.click();
  await expect(field(page, 'rules.0.destinations.0.weight')).toBeFocused();
  await expect(field(page, 'rules.0.destinations.0.weight')).toHaveAccessibleDescription('Найменше значення: 1');
  await field(page, 'rules.0.destinations.0.weight').fill('5');
  await submit.click();
  await expect(field(page, 'daily_cap')).toBeFocused();
  await expect(field(page, 'daily_cap')).toHaveAccessibleDescription(/^Неприпустиме значення/);
  await field(page, 'daily_cap').fill('');

  // What only the server knows.
  await ruleHeads(page).nth(0).click();
  await submit.click();
  await expect(field(page, 'rules.0.destinations.0.url')).toBeFocused();
  await expect(field(page, 'rules.0.destinations.0.url')).toHaveAccessibleDescription(
    'Ця адреса веде назад на трекінгове посилання цього сервісу',
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

test('a campaign that is missing, somebody else’s or no number at all is not found', async ({ page }) => {
  const other = await create(await registerUser());
  await open(page, '/en/campaign/update/999999999');
  for (const id of ['999999999', String(other.id), 'abc', '0']) {
    await page.goto(`/en/campaign/update/${id}`);
    await expect(heading(page)).toHaveText('There is no such campaign');
  }
  await page.getByRole('link', { name: 'To the campaigns' }).click();
  await expectPlace(page, '/en/campaign');
});

test('unsaved changes are asked about, and a change taken back by hand is none', async ({ page }) => {
  const person = await open(page, '/en/campaign');
  const { id } = await create(person);
  await page.goto(`/en/campaign/update/${id}`);
  await field(page, 'name').fill('Another name');
  await page.getByRole('link', { name: 'To the campaigns' }).click();
  await dialog(page).getByRole('button', { name: 'Stay' }).click();
  await expect(field(page, 'name')).toHaveValue('Another name');
  await field(page, 'name').fill('Autumn sale');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await field(page, 'name').fill('Another name');
  await page.getByRole('link', { name: 'To the campaigns' }).click();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expectPlace(page, '/en/campaign');
  expect(await read(person, id)).toMatchObject({ name: 'Another name', version: 2 });
});

test('the hours of a week are set by the keyboard alone', async ({ page }) => {
  const person = await open(page, '/en/campaign');
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
  await page.getByRole('button', { name: 'Monday, 09–10: chosen' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Tuesday, 11–12: chosen' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('#modal-root').getByText('Saved as version 2')).toBeVisible();
  expect(await read(person, id)).toMatchObject({
    rules: [{ conditions: [{ values: ['1 09:00-12:00', '2 11:00-12:00'] }] }],
  });
});

test('the template of a traffic source fills the parameters, and asks before it replaces others', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Fill in' }).click();
  await expect(field(page, 'params.0.name')).toHaveValue('campaign_id');
  await expect(field(page, 'cost_macro')).toHaveValue('{cpc}');
});

test('a full tariff is told before and after, with the way to another one', async ({ page }) => {
  const person = await open(page, '/en/campaign');
  for (const number of [1, 2, 3]) await create(person, { name: `Campaign ${number}` });
  await page.goto('/en/campaign/create');
  await expect(page.getByText('Your tariff has room for 3 campaigns')).toBeVisible();
  await field(page, 'name').fill('One more');
  await field(page, 'default_url').fill('https://shop.example/');
  await page.getByRole('button', { name: 'Create and copy the link' }).click();
  await expect(page.getByRole('alert')).toContainText('Your tariff has room for 3 campaigns');
  await expect(page.getByRole('link', { name: 'To the tariffs' })).toHaveAttribute('href', '/en/tariffs');
  await expect(field(page, 'name')).toHaveValue('One more');
  await expect(form(page)).toBeVisible();
});

test('somebody else’s save in between is shown, and overwritten only on purpose', async ({ page }) => {
  const person = await open(page, '/en/campaign');
  const { id } = await create(person);
  await page.goto(`/en/campaign/update/${id}`);
  await field(page, 'notes').fill('Mine');
  await api(person.token)('PUT', `/companies/${id}`, {
    name: 'Theirs',
    default_url: 'https://shop.example/',
    version: 1,
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('somebody saved version 2');
  await expect(page.getByRole('alert')).toContainText('Added: Theirs');
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.locator('#modal-root').getByText('Saved as version 3')).toBeVisible();
  expect(await read(person, id)).toMatchObject({ version: 3, name: 'Autumn sale', notes: 'Mine' });
});
