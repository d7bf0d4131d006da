import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { CANARY } from './script-payloads.ts';

/** Events that only an injected script or element could have caused. */
export interface Watch {
  /** Returns the events since the last call. */
  takeEvents(): string[];
}

/** Attributes whose value a browser may follow or run. */
const LINKS = ['href', 'xlink:href', 'src', 'action', 'formaction', 'data', 'srcdoc', 'ping', 'poster'];
const NOT_OURS =
  'script:not([src], [type="text/plain"]), iframe, frame, object, embed, base, meta[http-equiv], animate, math';

/** Records payload calls, dialogs, popups, policy violations and requests to foreign hosts, from the first page on. */
export async function watchFor(page: Page, own: string): Promise<Watch> {
  const events: string[] = [];
  await page.exposeFunction(CANARY, (number: unknown) => void events.push(`payload ${number} ran`));
  await page.exposeFunction('breached', (what: string) => void events.push(`the policy was needed: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { breached } = window as unknown as { breached: (what: string) => void };
      breached(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  page.on('dialog', (dialog) => {
    events.push(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => void events.push(`a window opens ${popup.url()}`));
  // Listens only: intercepting would switch off the cache of the browser for every page of a walk.
  page.on('request', (request) => {
    if (isForeign(new URL(request.url()), own)) events.push(`${request.url()} is asked`);
  });
  return { takeEvents: () => events.splice(0) };
}

const isForeign = ({ protocol, origin }: URL, own: string): boolean =>
  /^(https?|wss?):$/.test(protocol) && origin !== own;

/** Keeps a payload that works, as it does on an unsafe page, from reaching a foreign host. */
export const refuseForeign = (page: Page, own: string): Promise<unknown> =>
  page.route(
    (url) => isForeign(url, own),
    (route) => route.abort(),
  );

/** Elements and attributes that only injected markup could have added. */
export const plantedIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([links, notOurs]) => {
      const originOf = (address: string) => URL.parse(address, document.baseURI)?.origin;
      const found = [...document.querySelectorAll(notOurs)].map(({ outerHTML }) => outerHTML.slice(0, 200));
      for (const element of document.querySelectorAll('*')) {
        for (const { name, value } of element.attributes) {
          const isCode = links.includes(name) && /^\s*(javascript|vbscript|data:text)/i.test(value);
          const isForeign = name === 'src' && !/^(data|blob):/.test(value) && originOf(value) !== location.origin;
          if (name.startsWith('on') || isCode || isForeign) found.push(`${element.tagName} ${name}=${value}`);
        }
      }
      return found;
    },
    [LINKS, NOT_OURS] as const,
  );

/** All text on the page, including field values. */
const readableOn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.body.textContent ?? '',
      ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value),
    ].join('\n'),
  );

/** Soft, so that one failure does not hide the ones after it. */
export const soft = expect.configure({ soft: true });

/** Nothing ran, nothing was injected, and the payloads are readable as text. */
export async function expectHarmless(
  page: Page,
  watch: Watch,
  place: string,
  shown: readonly string[] = [],
): Promise<void> {
  const missing = async () => {
    const text = await readableOn(page);
    return shown.filter((part) => !text.includes(part));
  };
  // Metrics with many values load late on a busy machine.
  await soft.poll(missing, { message: `${place} shows all of it`, timeout: 60_000 }).toEqual([]);
  soft(await plantedIn(page), place).toEqual([]);
  soft(watch.takeEvents(), place).toEqual([]);
}
