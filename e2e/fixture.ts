import { test as base, expect } from '@playwright/test';
import { people, type RoleName, signIn, stage } from './people.ts';

export { expect };

/** Every test uses the shared server and fails on any error that the page reports. */
export const test = base.extend<{ pageErrors: string[]; as: (role: RoleName) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern.
  baseURL: async ({}, use) => use(stage().url),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
      page.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) errors.push(message.text());
      });
      await page.addInitScript(watchForms);
      await use(errors);
      expect(errors, 'errors on the page').toEqual([]);
    },
    { auto: true },
  ],
  as: async ({ page }, use) => use((role) => signIn(page, people()[role])),
});

/** Enter clicks a form's first submit button, so every form may have only one, and it must be the main button. */
function watchForms(): void {
  const told = new WeakSet<HTMLFormElement>();
  const look = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('#root form, #modal-root form')) {
      const buttons = [...form.elements].filter((each) => each instanceof HTMLButtonElement && each.type === 'submit');
      const isMain = buttons.every((button) => /^(primary|danger)$/.test(button.getAttribute('data-variant') ?? ''));
      if ((buttons.length <= 1 && isMain) || told.has(form)) continue;
      told.add(form);
      reportError(new Error(`Enter has several meanings: ${buttons.map((button) => button.textContent).join(', ')}`));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}
