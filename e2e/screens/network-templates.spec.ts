import instructions from '@poklik/locales/en/instructions.json' with { type: 'json' };
import en from '@poklik/locales/en/networks.json' with { type: 'json' };
import { expect, test } from '../fixture.ts';
import { settled } from './frame.ts';
import { expectAccessible } from './look.ts';
import { lookAround } from './tour.ts';

const { templates } = en;

test('the operator changes, adds and restores templates of networks, and customers are offered them', async ({
  page,
  as,
}) => {
  test.setTimeout(300_000);
  await as('superAdmin');
  await page.goto('/en/instructions');
  await page.getByRole('link', { name: instructions.networks }).click();
  await settled(page);
  await expectAccessible(page);
  const entry = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const act = async (name: string, label: string) => {
    await entry(name)
      .getByRole('button', { name: en.actions.replace('{{name}}', name) })
      .click();
    await page.getByRole('menuitem', { name: label }).click();
  };
  const dialog = page.getByRole('dialog');

  await act('Affise', templates.edit);
  await dialog.getByLabel(en.fields.payout).fill('a b');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel(en.fields.payout)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByLabel(en.fields.payout).fill('{own_sum}');
  await page.keyboard.press('Enter');
  await expect(entry('Affise')).toContainText('payout={own_sum}');
  await expect(entry('Affise')).toContainText(templates.changed);

  await page.getByRole('button', { name: templates.add }).first().click();
  await dialog.getByLabel(en.form.name).fill('Nova network');
  await dialog.getByLabel(en.fields.click_id, { exact: true }).fill('{aff_click}');
  await page.keyboard.press('Enter');
  await expect(entry('Nova network')).toContainText('click_id={aff_click}');

  await as('user');
  await page.goto('/en/instructions?tab=networks');
  await settled(page);
  await expect(entry('Nova network')).toBeVisible();
  await expect(page.getByRole('button', { name: templates.add })).toHaveCount(0);
  await lookAround(page);

  await as('superAdmin');
  await page.goto('/en/instructions?tab=networks');
  await act('Affise', templates.restore);
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(entry('Affise')).toContainText('payout={sum}');
  await act('Nova network', templates.delete);
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await expect(entry('Nova network')).toHaveCount(0);
});
