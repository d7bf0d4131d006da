import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { queryDatabase } from '../operator.ts';
import { api, emailTo, type Person, registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';

export const dialog = (page: Page): Locator => page.locator('#modal-root [role="dialog"]');
export const figure = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ hasText: name });

/** Marks notifications as read first, so that no panel covers the page. */
export async function visit(page: Page, person: Person, place: string): Promise<void> {
  await api(person.token)('POST', '/notifications/mark_all_as_read');
  await signIn(page, person);
  await page.goto(place);
  await settled(page);
}

/** Opens the verification link from the email. */
export async function verify(email: string): Promise<void> {
  const message = await emailTo(email);
  const link = message.links.find((address) => address.includes('/email/verify/'));
  if (!link) throw new Error(`No verification link in:\n${message.text}`);
  await fetch(link, { redirect: 'manual' });
}

/** A new user with a verified email, which payments require. */
export async function payer(): Promise<Person> {
  const person = await registerUser();
  await verify(person.email);
  return person;
}

/** Ends the hold by moving the release date, because the database clock decides when a commission is released. */
export async function endHold(referrer: Person): Promise<void> {
  const { dataDir } = stage();
  await queryDatabase(
    dataDir,
    'update commissions set release_at = now() where beneficiary_id = (select id from users where email = $1)',
    [referrer.email],
  );
  await queryDatabase(dataDir, "select graphile_worker.add_job('release_commissions')");
  await expect
    .poll(async () => (await api(referrer.token)('GET', '/withdrawals/terms')) as { data: { withdrawable: string } }, {
      timeout: 20_000,
    })
    .not.toMatchObject({ data: { withdrawable: '0.00' } });
}
