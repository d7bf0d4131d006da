import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { heading } from '../screens/frame.ts';
import {
  type CreatedCampaign,
  choose,
  coverage,
  dialog,
  field,
  handles,
  names,
  open,
  pick,
  read,
  ruleHeads,
  simulator,
} from './campaign-editor.ts';

test('creates, simulates, clicks, edits and restores a campaign', async ({ page, context }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 1440, height: 900 });
  const person = await open(page, '/en/campaign/create');

  await fillNameAndUrl(page);
  await addRules(page);
  await reorderRules(page);
  await removeUnreachableRule(page);
  await simulate(page);
  await page.getByRole('button', { name: 'Create and copy link' }).click();
  await expect(page.getByText('“Autumn sale” created and link copied. Paste it into your ad.')).toBeVisible();
  await expect(heading(page)).toHaveText('Autumn sale');
  const id = Number(/update\/(\d+)/.exec(page.url())?.[1]);
  const made = (await read(person, id)) as unknown as CreatedCampaign;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made.tracking_url);
  await expect(page.getByRole('img', { name: 'QR code for the link' })).toBeVisible();
  await expect(page.getByLabel('Postback URL').first()).toHaveValue(/\/postback\?cid=\{click_id\}.*&key=/);
  await testLink(page, context, made.tracking_url);
  await page.goto('/en/campaign');
  await expect(
    page.getByRole('row', { name: /Autumn sale/ }).getByRole('link', { name: '2', exact: true }),
  ).toBeVisible();
  await page.goto(`/en/campaign/update/${id}`);

  await saveSecondVersion(page);
  await restoreFirstVersion(page);
  expect(await read(person, id)).toMatchObject({ version: 3, name: 'Autumn sale' });
});

async function fillNameAndUrl(page: Page): Promise<void> {
  await field(page, 'name').fill('Autumn sale');
  await expect(coverage(page)).toContainText('Add a default URL');
  await field(page, 'default_url').click();
  await page.keyboard.type('https://shop.example/?c={cl');
  await expect(page.getByRole('option', { name: /click_id/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field(page, 'default_url')).toHaveValue('https://shop.example/?c={click_id}');
  await expect(coverage(page)).toContainText('No problems found');
}

async function addRules(page: Page): Promise<void> {
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
}

/** Rules are reordered with the keyboard, which screen readers announce, and by dragging. */
async function reorderRules(page: Page): Promise<void> {
  await expect.poll(() => names(page)).toEqual(['Germany', 'Desktop']);
  await handles(page).nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => names(page)).toEqual(['Desktop', 'Germany']);
  await expect(page.getByText('“Desktop” moved to position 1 of 2')).toBeAttached();
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
}

/** An unreachable rule is found, opened, removed and restored. */
async function removeUnreachableRule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for “Germany”' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await coverage(page).getByRole('button', { name: 'Rule 2 is never reached: rule 1 matches first' }).click();
  await expect(ruleHeads(page).nth(1)).toBeFocused();
  await page.getByRole('button', { name: 'Actions for “Germany”' }).nth(1).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(() => names(page)).toEqual(['Germany', 'Desktop']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toEqual(['Germany', 'Germany', 'Desktop']);
  await page.getByRole('button', { name: 'Actions for “Germany”' }).nth(1).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(coverage(page)).toContainText('No problems found');
}

/** The simulator uses the unsaved form and explains its result. */
async function simulate(page: Page): Promise<void> {
  await pick(page, simulator(page).getByLabel('Country'), 'germ', 'Germany (DE)');
  await expect(simulator(page)).toContainText('Rule 1 “Germany” matched');
  await expect(simulator(page)).toContainText('75%');
  await pick(page, simulator(page).getByLabel('Country'), 'pol', 'Poland (PL)');
  await expect(simulator(page)).toContainText('No rule matched');
  await choose(page, simulator(page).getByLabel('Device'), 'Desktop');
  await expect(simulator(page)).toContainText('Rule 2 “Desktop” matched');
  await expect(simulator(page)).toContainText('Not met: Country: Germany (DE) (visitor: Poland (PL))');
  await expect(simulator(page)).toContainText('https://shop.example/desktop?c={click_id}');
}

/** A real click goes to the simulated destination and is counted. */
async function testLink(page: Page, context: BrowserContext, trackingUrl: string): Promise<void> {
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const click = await fetch(trackingUrl, { redirect: 'manual', headers: { 'user-agent': userAgent } });
  expect(click.status).toBe(302);
  expect(click.headers.get('location')).toMatch(/^https:\/\/shop\.example\/desktop\?c=[\w-]{10,}$/);
  const newTab = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Send test click' }).click();
  await newTab;
  await expect(page.getByText('Click recorded.')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Send test postback' }).click();
  await expect(page.getByText('Accepted. Your link and postback work.')).toBeVisible({ timeout: 20_000 });
}

/** Saves with the keyboard. */
async function saveSecondVersion(page: Page): Promise<void> {
  await field(page, 'name').fill('Winter sale');
  await ruleHeads(page).nth(1).click();
  await field(page, 'rules.1.active').uncheck();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.locator('#modal-root').getByText('Saved as version 2')).toBeVisible();
  await expect(heading(page)).toHaveText('Winter sale');
  await expect(field(page, 'rules.1.name'), 'what was open stays open').toBeVisible();
}

/** Compares the versions first. */
async function restoreFirstVersion(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Changes' }).click();
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
}
