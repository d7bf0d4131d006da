import en from '@poklik/locales/en/campaign_home.json' with { type: 'json' };
import { customerWith, row } from './campaigns/campaigns.ts';
import { expect, test } from './fixture.ts';
import { signIn, stage } from './people.ts';
import { expectPlace, settled } from './screens/frame.ts';
import { answeredAfter } from './visitors.ts';

const destination = (name: string, weight: number) => ({ name, url: `https://shop.example/${name}`, weight });

test('the overview shows a campaign’s traffic and changes its weights, with undo and a mark on the chart', async ({
  page,
}) => {
  const { person, keys } = await customerWith({
    name: 'Autumn',
    destinations: [destination('red', 60), destination('blue', 40)],
  });
  await signIn(page, person);
  for (const visitor of ['127.0.9.1', '127.0.9.2', '127.0.9.3'])
    await answeredAfter(302, `${stage().url}/c/${keys.get('Autumn')}`, visitor);
  await page.goto('/en/campaign');
  await row(page, 'Autumn').getByRole('link', { name: 'Autumn', exact: true }).click();
  await expect(page).toHaveURL(/\/en\/campaign\/update\/\d+\?tab=overview$/);
  await settled(page);

  const path = page.getByRole('region', { name: en.path.title });
  await expect(path.getByRole('link', { name: /All visitors/ })).toHaveText(/^3 clicks · 100%/, { timeout: 40_000 });
  await expect(page.getByRole('region', { name: en.last.clicks }).getByRole('listitem')).toHaveCount(3);

  const red = page.getByRole('textbox', { name: 'Weight: red' });
  await red.fill('0');
  await red.press('Enter');
  await expect(red).toHaveAccessibleDescription(en.weights.wrong);
  await red.fill('360');
  await expect(path.getByText('90%')).toBeVisible();
  await red.press('Enter');
  await expect(page.getByText('Weights saved as version 2')).toBeVisible();
  const marks = page.getByRole('list', { name: en.changes_on_chart });
  await expect(marks.getByRole('link', { name: /version 2: weights changed/ })).toBeVisible();
  await page.getByRole('button', { name: en.weights.undo }).click();
  await expect(red).toHaveValue('60');
  await expect(marks.getByRole('link', { name: /version 3: weights changed/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
  await page.goBack();
  await page
    .getByRole('region', { name: 'Metrics' })
    .getByRole('link', { name: /^Clicks/ })
    .click();
  await expect(page).toHaveURL(/\/en\/statistics\?campaign=\d+$/);
  await expect(page.getByRole('radio', { name: /^Clicks/ })).toBeChecked();
});

test('arrow keys move between the tabs and do not shift the period', async ({ page }) => {
  const { person } = await customerWith({ name: 'Autumn' });
  await signIn(page, person);
  await page.goto('/en/campaign');
  await row(page, 'Autumn').getByRole('link', { name: 'Autumn', exact: true }).click();
  await expect(page).toHaveURL(/\?tab=overview$/);
  await settled(page);
  const place = new URL(page.url());
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Postbacks' })).toBeFocused();
  await expectPlace(page, `${place.pathname}?tab=postbacks`);
});
