import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import grid from '@poklik/locales/en/grid.json' with { type: 'json' };
import statistics from '@poklik/locales/en/statistics.json' with { type: 'json' };
import { queryDatabase } from '../operator.ts';
import { api, type Person, registerUser, stage } from '../people.ts';

export const rows = (page: Page): Locator => page.locator('[data-row]');
export const row = (page: Page, name: string): Locator =>
  rows(page).filter({ has: page.getByRole('link', { name, exact: true }) });
export const dialog = (page: Page): Locator => page.locator('#modal-root [role="dialog"]');

interface CampaignSpec {
  name: string;
  [setting: string]: unknown;
}

/** A customer on the Pro plan, with campaigns created in the given order. */
export async function customerWith(...specs: CampaignSpec[]): Promise<{ person: Person; keys: Map<string, string> }> {
  const person = await registerUser();
  await queryDatabase(
    stage().dataDir,
    `update accounts set tariff_id = (select id from tariffs where code = 'pro')
      where id = (select account_id from users where email = $1)`,
    [person.email],
  );
  const keys = new Map<string, string>();
  for (const spec of specs) {
    const body = { default_url: 'https://shop.example', ...spec };
    const { data } = (await api(person.token)('POST', '/companies', body)) as { data: { key: string } };
    keys.set(spec.name, data.key);
  }
  return { person, keys };
}

/** Shows columns of metrics, which the server remembers. */
export async function showColumns(page: Page, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: grid.columns.label }).click();
  for (const name of names) {
    const saved = page.waitForResponse((response) => response.url().endsWith('/v1/profile/grids'));
    await Promise.all([saved, page.getByRole('checkbox', { name, exact: true }).click()]);
  }
  await page.keyboard.press('Escape');
  for (const name of names) await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
}

/** The export of the screen as rows of cells. */
export async function exportedCells(page: Page): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: grid.views.menu }).click();
  await page.getByRole('button', { name: statistics.export }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const lines = file
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  await page.keyboard.press('Escape');
  return lines.map((line) => line.split(','));
}
