import { request } from 'node:http';
import { api, stage } from './people.ts';

export const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36';
export const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

/** Requests a tracking link from a local IP (any of 127.0.0.0/8) and returns the status code. */
export const clickFrom = (link: string, address: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(link, { localAddress: address, headers: { 'user-agent': DESKTOP }, timeout: 10_000 }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    })
      .once('error', reject)
      .end();
  });

/** Milliseconds until visitors from an IP get this status code. */
export async function answeredAfter(status: number, link: string, address: string): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < 10_000) {
    if ((await clickFrom(link, address)) === status) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${address} is not answered with ${status} within ten seconds`);
}

/** Creates a campaign and returns its tracking link. */
export async function campaignOf(token: string, name: string): Promise<{ id: number; link: string }> {
  const { data } = (await api(token)('POST', '/companies', { name, default_url: 'https://shop.example/' })) as {
    data: { id: number; key: string };
  };
  return { id: data.id, link: `${stage().url}/c/${data.key}` };
}
