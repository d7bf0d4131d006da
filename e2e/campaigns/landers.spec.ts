import type { Locator, Page } from '@playwright/test';
import type { Campaign } from '@poklik/contract/campaigns';
import campaignsEn from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import en from '@poklik/locales/en/landers.json' with { type: 'json' };
import offersEn from '@poklik/locales/en/offers.json' with { type: 'json' };
import ru from '@poklik/locales/ru/landers.json' with { type: 'json' };
import ua from '@poklik/locales/ua/landers.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { api, type Person, registerUser, signIn } from '../people.ts';
import { settled } from '../screens/frame.ts';
import { expectAccessible } from '../screens/look.ts';
import { expectTextsFit, lookAround } from '../screens/tour.ts';
import { dialog, rows } from './campaigns.ts';

let person: Person;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(120_000);
  person = await registerUser();
});

const field = (scope: Page | Locator, name: string) => scope.locator(`input[name="${name}"]`);
const numbered = (text: string, number: string) => text.replace('{{number}}', number);
const { form } = campaignsEn;
const campaign = async (): Promise<Campaign> =>
  ((await api(person.token)('GET', '/companies')) as { data: Campaign[] }).data[0] as Campaign;

/** The campaign form, by keyboard. */
const formOn = (page: Page) => ({
  press: async (button: Locator) => {
    await button.focus();
    await page.keyboard.press('Enter');
  },
  write: async (control: Locator, text: string) => {
    await control.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(text);
  },
  landerOf: (number: string) =>
    page.getByRole('combobox', { name: numbered(form.destination_lander, number), exact: true }),
  offerOf: (number: string) =>
    page.getByRole('combobox', { name: numbered(form.destination_offer, number), exact: true }),
  slot: (link: string) => page.getByRole('region', { name: form.slot.replace('{{link}}', link), exact: true }),
});

test('a campaign with a lander and two offers is made by keyboard', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, person);
  await page.goto('/en/campaign/create');
  await settled(page);
  const { press, write, landerOf, offerOf, slot } = formOn(page);

  await write(field(page, 'name'), 'Quiz campaign');
  await write(field(page, 'default_url'), 'https://default.example/');

  // The lander is made in place.
  await press(page.getByRole('button', { name: form.add_lander }).first());
  await expect(landerOf('1')).toBeFocused();
  await press(page.getByRole('button', { name: en.field.create }));
  await write(field(dialog(page), 'name'), 'Quiz');
  await write(field(dialog(page), 'url'), 'https://quiz.example/?c={click_id}&');
  await write(field(dialog(page), 'slots'), '2');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(landerOf('1')).toHaveValue('Quiz');

  // The first link leads to two offers, the second one stays empty.
  await expect(field(slot('1 → /o/1'), 'destinations.0.next.0.targets.0.url')).toHaveValue('https://default.example/');
  await press(slot('1 → /o/1').getByRole('button', { name: form.choose_offer }));
  for (const [number, name] of [
    ['1 → /o/1 → 1', 'Loan A'],
    ['1 → /o/1 → 2', 'Loan B'],
  ] as const) {
    await expect(offerOf(number)).toBeFocused();
    await press(slot('1 → /o/1').getByRole('button', { name: offersEn.field.create }).last());
    await write(field(dialog(page), 'name'), name);
    await write(field(dialog(page), 'url'), `https://${name.toLowerCase().replace(' ', '-')}.example/`);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(offerOf(number)).toHaveValue(name);
    if (name === 'Loan A') await press(slot('1 → /o/1').getByRole('button', { name: form.add_offer }));
  }
  await write(field(page, 'destinations.0.next.0.targets.1.weight'), '300');
  await expect(slot('1 → /o/2')).toContainText(form.slot_empty);
  await expect(page.locator('[data-kind="note"]')).toContainText('1 → /o/2');
  await expectAccessible(page);
  await press(page.getByRole('button', { name: form.create, exact: true }));
  await expect.poll(async () => (await campaign())?.name).toBe('Quiz campaign');
  expect((await campaign()).destinations).toMatchObject([
    {
      url: 'https://quiz.example/?c={click_id}&',
      next: [
        {
          targets: [
            { url: 'https://loan-a.example/', weight: 100 },
            { url: 'https://loan-b.example/', weight: 300 },
          ],
        },
      ],
    },
  ]);
});

test('it is opened again unchanged, and edited', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, person);
  const { press, write, landerOf, offerOf } = formOn(page);
  const { id, destinations } = await campaign();
  await page.goto(`/en/campaign/update/${id}?tab=settings`);
  await settled(page);
  await expect(landerOf('1')).toHaveValue('Quiz');
  await expect(offerOf('1 → /o/1 → 2')).toHaveValue('Loan B');
  const save = page.getByRole('button', { name: form.save, exact: true });
  await expect(save).toHaveCount(0);
  await lookAround(page);

  await write(field(page, 'destinations.0.next.0.targets.1.weight'), '100');
  await press(save);
  await expect.poll(async () => (await campaign()).destinations[0]?.next?.[0]?.targets[1]?.weight).toBe(100);
  const after = await campaign();
  expect(after.version).toBe(2);
  expect(after.destinations[0]?.uid).toBe(destinations[0]?.uid);
  expect(after.destinations[0]?.next?.[0]?.uid).toBe(destinations[0]?.next?.[0]?.uid);
  await expect(save).toHaveCount(0);

  await page.goto(`/en/campaign/update/${id}?tab=overview`);
  await settled(page);
  await expect(page.getByText('Quiz', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('/o/1 → https://loan-a.example/ · 50%')).toBeVisible();
});

test('the lander shows its links and is kept from being archived', async ({ page }) => {
  await signIn(page, person);
  await page.goto('/en/campaign/landers');
  await settled(page);
  const row = rows(page).filter({ hasText: 'Quiz' });
  await expect(row).toContainText(offersEn.statuses.active);
  await expectAccessible(page);
  const act = async (action: string) => {
    await page.getByRole('button', { name: en.actions.replace('{{name}}', 'Quiz') }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act(en.links.title);
  await expect(dialog(page).getByLabel(numbered(en.links.slot, '2'))).toHaveValue(/\/o\/2\?l=[0-9a-z]{10}$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await act(offersEn.archive);
  await dialog(page).getByRole('button', { name: offersEn.archive }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
});

for (const [language, texts] of [
  ['ua', ua],
  ['ru', ru],
] as const) {
  test(`landers look right in ${language}, and bad input stays`, async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, person);
    await page.goto(`/${language}/campaign/landers`);
    await settled(page);
    await page.getByRole('button', { name: texts.add }).first().click();
    await field(dialog(page), 'name').fill('Quiz');
    await field(dialog(page), 'url').fill('https://again.example/');
    await page.keyboard.press('Enter');
    await expect(field(dialog(page), 'name')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(dialog(page), 'url')).toHaveValue('https://again.example/');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await (language === 'ru' ? lookAround(page) : expectTextsFit(page));
  });
}
