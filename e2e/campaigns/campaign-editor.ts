import type { Locator, Page } from '@playwright/test';
import { api, type Person, registerUser, signIn } from '../people.ts';
import { settled } from '../screens/frame.ts';

export interface CreatedCampaign {
  id: number;
  version: number;
  tracking_url: string;
}

export const form = (page: Page): Locator => page.locator('#campaign-form');
export const field = (page: Page, name: string): Locator => page.locator(`[name="${name}"]`);
export const ruleHeads = (page: Page): Locator =>
  page.locator('[data-section="rules"] [data-path^="rules."][aria-expanded]');
export const handles = (page: Page): Locator => page.locator('[data-reorder-handle]');
export const dialog = (page: Page): Locator => page.locator('#modal-root [role="dialog"]');
/** Panels next to the form that check its unsaved rules, in English. */
export const simulator = (page: Page): Locator => page.getByRole('region', { name: 'Test routing' });
export const coverage = (page: Page): Locator => page.getByRole('region', { name: 'Rule check' });

/** Registers a new user for each test, because a plan allows only a few campaigns. */
export async function customer(page: Page): Promise<Person> {
  const person = await registerUser();
  await signIn(page, person);
  return person;
}

export async function open(page: Page, place: string): Promise<Person> {
  const person = await customer(page);
  await page.goto(place);
  await settled(page);
  return person;
}

export const create = async (person: Person, settings: object = {}): Promise<CreatedCampaign> => {
  const body = { name: 'Autumn sale', default_url: 'https://shop.example/', ...settings };
  return ((await api(person.token)('POST', '/companies', body)) as { data: CreatedCampaign }).data;
};

export const read = async (person: Person, id: number) =>
  ((await api(person.token)('GET', `/companies/${id}`)) as { data: { [setting: string]: unknown } }).data;

export async function pick(page: Page, box: Locator, typed: string, option: string | RegExp): Promise<void> {
  await box.fill(typed);
  await page.locator('#modal-root').getByRole('option', { name: option }).click();
}

/** Picks an option from a list that has no search. */
export async function choose(page: Page, box: Locator, option: string): Promise<void> {
  await box.click();
  await page.locator('#modal-root').getByRole('option', { name: option, exact: true }).click();
}

export const names = (page: Page): Promise<string[]> =>
  handles(page).evaluateAll((all) => all.map((handle) => /“(.*)”/.exec(handle.ariaLabel ?? '')?.[1] ?? ''));
