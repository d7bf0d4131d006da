// `npm run screenshots`: takes the pictures of the README anew, from the demonstration. `-- <address>` uses one that runs.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { LAUNCH_FLAGS, prepareBrowser } from '../scripts/prepare-browser.mjs';
import { api } from './people.ts';
import { freePort, ROOT, startProduct } from './product.ts';

const PASSWORD = 'demo-password-2026';
const FOLDER = join(ROOT, 'docs/screenshots');
const SIZE = { width: 1440, height: 900 };
const QUALITY = 82;
const PATIENCE_MS = 600_000;

type Call = ReturnType<typeof api>;

const EDITED = 'Кава зі Львова · Instagram';

async function campaignForm(call: Call): Promise<string> {
  const { data } = (await call('GET', '/companies?per_page=100')) as { data: { id: number; name: string }[] };
  return `campaign/update/${data.find(({ name }) => name === EDITED)?.id}`;
}

/** Whose screen it is, and where. */
const SCREENS: Record<string, { who: 'user' | 'super'; path: string | ((call: Call) => Promise<string>) }> = {
  campaigns: { who: 'user', path: 'campaign' },
  'campaign-form': { who: 'user', path: campaignForm },
  statistics: { who: 'user', path: 'statistics?period=last28&metric=profit&second=clicks' },
  conversions: { who: 'user', path: 'conversions' },
  tariffs: { who: 'user', path: 'tariffs' },
  referrals: { who: 'user', path: 'referrals' },
  team: { who: 'user', path: 'team-users' },
  instructions: { who: 'user', path: 'instructions' },
  overview: { who: 'super', path: 'campaign' },
  withdrawals: { who: 'super', path: 'withdrawal' },
};

async function signIn(url: string, who: string): Promise<string> {
  const credentials = { email: `${who}@demo.test`, password: PASSWORD };
  const { token } = (await api(undefined, url)('POST', '/login', credentials)) as { token: string };
  // No message opens over what is shown.
  await api(token, url)('POST', '/notifications/mark_all_as_read');
  return token;
}

/** The figures are compared once the whole history is in. */
async function waitForHistory(url: string, token: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const { data } = (await api(token, url)('GET', '/overview')) as {
      data: { data_health: { figures: { status: string } } };
    };
    if (data.data_health.figures.status === 'ok') return;
    await wait(1_000);
  }
  throw new Error('the history of the demonstration did not come');
}

async function shoot(context: BrowserContext, address: string, file: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await wait(1_500);
  // Playwright itself writes no WebP, which is a third of the size.
  const devTools = await context.newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(file, Buffer.from(data, 'base64'));
  await page.close();
}

async function shootAll(url: string): Promise<void> {
  const tokens = { user: await signIn(url, 'user'), super: await signIn(url, 'super') };
  await waitForHistory(url, tokens.super);
  const browser = await chromium.launch({ executablePath: await prepareBrowser(), args: LAUNCH_FLAGS });
  for (const theme of ['light', 'dark']) {
    for (const [name, { who, path }] of Object.entries(SCREENS)) {
      const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', timezoneId: 'Europe/Kyiv' });
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      await context.addCookies([{ name: 'token', value: tokens[who], url }]);
      const place = typeof path === 'string' ? path : await path(api(tokens[who], url));
      await shoot(context, `${url}/en/${place}`, join(FOLDER, `${name}-${theme}.webp`));
      await context.close();
    }
  }
  await browser.close();
}

const running = process.argv[2];
if (running) await shootAll(running);
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'poklik-screenshots-'));
  const product = await startProduct({ dataDir, port: await freePort(), settings: { DEMO: '1' } });
  try {
    await shootAll(product.url);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}
