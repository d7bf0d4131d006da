import type { Locator, Page } from '@playwright/test';
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
