import type { Page } from '@playwright/test';
import api from '@poklik/locales/en/api.json' with { type: 'json' };
import blackList from '@poklik/locales/en/black_list_page.json' with { type: 'json' };
import campaigns from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import grid from '@poklik/locales/en/grid.json' with { type: 'json' };
import toolbar from '@poklik/locales/en/report_toolbar.json' with { type: 'json' };
import team from '@poklik/locales/en/team_users.json' with { type: 'json' };
import { dialog } from '../campaigns/campaigns.ts';
import { expect } from '../fixture.ts';
import { TEXTS } from '../texts.ts';
import { PAYLOADS, packed, packedAt } from './script-payloads.ts';

const { statistics, select, sidebar } = TEXTS.en;
const EACH = PAYLOADS.map(({ text }) => text);
const NAMES = packed(128);
const [NAME = ''] = NAMES;

/** Checks a place for injected content and for the texts that must be readable there. */
export type Look = (place: string, shown: readonly string[]) => Promise<void>;

const press = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('button', { name, exact: true }).click();

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

async function cancel(page: Page): Promise<void> {
  await dialog(page).getByRole('button', { name: select.cancel, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
}

async function leave(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

/** Searches the command palette for part of a payload. */
export async function searchDialog(page: Page, look: Look, names: readonly string[]): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: sidebar.palette.placeholder }).fill('<img');
  const found = names.filter((name) => name.toLowerCase().includes('<img'));
  const option = dialog(page).getByRole('option');
  for (const name of found) await expect(option.filter({ hasText: name }).first()).toBeVisible();
  await look('the command palette', found);
  await leave(page);
}

export async function campaignDialogs(page: Page, look: Look): Promise<void> {
  await searchDialog(page, look, NAMES);
  await choose(page, NAME, select.delete);
  await look('the question before a campaign is deleted', [`Delete “${NAME}”?`]);
  await cancel(page);
  await choose(page, NAME, campaigns.list.pause);
  await look('the message about a campaign', [`Paused: «${NAME}»`]);
  await page.getByRole('button', { name: campaigns.list.undo }).click();
  await page.getByRole('checkbox', { name: grid.select_all }).check();
  await press(page, select.delete);
  // Five names and the number of remaining ones.
  await expect(dialog(page).getByRole('list').first().getByRole('listitem')).toHaveCount(6);
  await look('the question before campaigns are deleted', []);
  await cancel(page);
  await press(page, campaigns.list.tags);
  const tagButton = (tag: string) => dialog(page).getByRole('button', { name: `Remove tag “${tag}”`, exact: true });
  for (const tag of packed(32).slice(0, 10)) await expect(tagButton(tag)).toBeVisible();
  await look('the tags of campaigns', []);
  await leave(page);
}

export async function versionDialogs(page: Page, look: Look): Promise<void> {
  const both = [0, 1].flatMap((place) => [packedAt(64, place), packedAt(100, place), packedAt(128, place)]);
  // Versions are listed newest first, and version 1 has no changes to show.
  await page.getByRole('button', { name: campaigns.versions.diff, exact: true }).last().click();
  await look('what a version changed', [...both, ...EACH]);
  await press(page, 'Restore version 1');
  for (const text of both) await expect(dialog(page)).toContainText(text);
  await look('the question before a version is restored', both);
  await cancel(page);
}

/** The report is grouped by country, then by a parameter that visitors control. */
export async function statisticsDialogs(page: Page, look: Look): Promise<void> {
  await expect(page.getByRole('list', { name: statistics.live.title })).toContainText(NAME);
  await press(page, toolbar.filter.add);
  await dialog(page).getByRole('combobox', { name: statistics.filter.dimension }).selectOption('sub2');
  await look('the values that there are to filter by', EACH);
  await leave(page);
  await press(page, /^Expand: /);
  await look('the rows within a row', EACH);
}

export async function memberDialogs(page: Page, look: Look): Promise<void> {
  const [name = ''] = packed(100);
  await choose(page, name, team.act.edit);
  await dialog(page).getByRole('radio', { name: select.scope.selected }).check();
  await look('the rights of a member', [`Permissions for ${name}`, ...NAMES]);
  await leave(page);
  await choose(page, name, team.act.remove);
  await look('the question before a member goes', [`Remove ${name} from the team?`]);
  await cancel(page);
}

export async function addressDialogs(page: Page, look: Look): Promise<void> {
  await press(page, blackList.add);
  await dialog(page).getByRole('textbox', { name: blackList.addresses }).fill(EACH.join('\n'));
  await dialog(page).locator('button[type="submit"]').click();
  await expect(dialog(page).getByText(blackList.added_none)).toBeVisible();
  await look('addresses that are none', EACH);
  await dialog(page).getByRole('button', { name: select.close }).first().click();
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('checkbox', { name: select.select_page }).check();
  await press(page, select.delete);
  await expect(dialog(page).getByRole('listitem')).toHaveCount(NAMES.length);
  for (const name of NAMES) await expect(dialog(page)).toContainText(name);
  await look('the question before addresses go', []);
  await cancel(page);
}

export async function tokenDialogs(page: Page, look: Look, name: string): Promise<void> {
  await choose(page, name, api.revoke.act);
  await look('the question before a token is revoked', [`Revoke “${name}”?`]);
  await cancel(page);
}
