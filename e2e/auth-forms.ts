import type { Locator, Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** The forms of signing in, as a person finds them. */
export const input = (page: Page, name: string): Locator => page.locator(`input[name="${name}"]`);
export const submit = (page: Page): Locator => page.locator('button[type="submit"]');

/** What stands under a field and belongs to it for a screen reader too. */
export const errorOf = async (field: Locator): Promise<Locator> => {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const id = (await field.getAttribute('aria-describedby'))?.split(' ').find((part) => part.endsWith('-error'));
  return field.page().locator(`[id="${id}"]`);
};
