import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixture.ts';

export const input = (page: Page, name: string): Locator => page.locator(`input[name="${name}"]`);
export const submit = (page: Page): Locator => page.locator('button[type="submit"]');

/** The error of a field, found through `aria-describedby` as a screen reader finds it. */
export const errorOf = async (field: Locator): Promise<Locator> => {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const id = (await field.getAttribute('aria-describedby'))?.split(' ').find((part) => part.endsWith('-error'));
  return field.page().locator(`[id="${id}"]`);
};
