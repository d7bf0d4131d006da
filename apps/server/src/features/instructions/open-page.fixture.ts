import { setTimeout as sleep } from 'node:timers/promises';
import { JSDOM, VirtualConsole } from 'jsdom';
import { DESKTOP } from '../../testing/test-tracker.ts';

export interface OpenedPage {
  errors: Error[];
  /** What the order form would send. */
  field: string;
  /** The click that the script knows. */
  clickId: string;
  /** HTTP status of each image, beacon and request. */
  statuses: number[];
  /** Functions that the script offers the page. */
  functions: string[];
}

/** Opens a page with this markup, as an owner would paste it. */
export async function openPage(html: string, url: string): Promise<OpenedPage> {
  const errors: Error[] = [];
  const sent: Promise<Response>[] = [];
  const headers = { 'user-agent': DESKTOP };
  const virtualConsole = new VirtualConsole().on('jsdomError', (error) => errors.push(error));
  const { window } = new JSDOM(`<!doctype html>${html}`, {
    url,
    runScripts: 'dangerously',
    resources: 'usable',
    virtualConsole,
    beforeParse(page) {
      // Like a browser, which says the page's origin.
      page.fetch = (address, { body }) => {
        const answer = fetch(address, {
          method: 'POST',
          headers: { ...headers, origin: page.location.origin },
          body: new URLSearchParams(body.toString()),
        });
        sent.push(answer.then((response) => response.clone()));
        return answer;
      };
      page.navigator.sendBeacon = (address, body) => {
        sent.push(fetch(address, { method: 'POST', headers, body: new URLSearchParams(body.toString()) }));
        return true;
      };
    },
  });
  await new Promise<void>((resolve) => window.addEventListener('load', resolve));
  for (const { src } of window.document.querySelectorAll('img')) sent.push(fetch(src, { headers }));
  // What the script sends may depend on what it was answered.
  for (let before = -1; before !== sent.length; await sleep(50)) {
    before = sent.length;
    await Promise.all(sent);
  }
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  const { clickId: readClickId } = window.poklik ?? {};
  const clickId = typeof readClickId === 'function' ? String(readClickId()) : '';
  const field = window.document.querySelector('#click_id')?.value ?? '';
  const functions = Object.keys(window.poklik ?? {}).filter((name) => typeof window.poklik?.[name] === 'function');
  window.close();
  return { errors, field, clickId, statuses, functions };
}
