// `npm run screenshots` retakes the screenshots from the demo. `-- <url>` uses a running server,
// and names after the URL limit the run to those screenshots.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { LAUNCH_FLAGS, prepareBrowser } from '../scripts/test-run/prepare-browser.mjs';
import { api } from './people.ts';
import { freePort, ROOT, startProduct } from './product.ts';

const PASSWORD = 'demo-password-2026';
const FOLDER = join(ROOT, 'docs/screenshots');
const SIZE = { width: 1440, height: 900 };
const QUALITY = 82;
const PATIENCE_MS = 600_000;

/** Placeholders shown while content is loading. */
const WAITING =
  '[aria-busy="true"], [data-skeleton], [class*="skeleton"], [class*="bone"], [class*="loader"], [class*="blank"]';

type Call = ReturnType<typeof api>;

const EDITED = 'Кава зі Львова · Instagram';

async function campaignForm(call: Call): Promise<string> {
  const { data } = (await call('GET', '/companies?per_page=100')) as { data: { id: number; name: string }[] };
  return `campaign/update/${data.find(({ name }) => name === EDITED)?.id}`;
}

interface Screen {
  who: 'user' | 'super';
  path: string | ((call: Call) => Promise<string>);
  /** Text that appears once the page is complete. */
  shows?: RegExp;
}

const SCREENS: Record<string, Screen> = {
  campaigns: { who: 'user', path: 'campaign', shows: /ROI/ },
  'campaign-form': { who: 'user', path: campaignForm },
  statistics: { who: 'user', path: 'statistics?period=last28&second=conversions' },
  conversions: { who: 'user', path: 'conversions' },
  tariffs: { who: 'user', path: 'tariffs' },
  referrals: { who: 'user', path: 'referrals' },
  team: { who: 'user', path: 'team-users' },
  instructions: { who: 'user', path: 'instructions', shows: /\/c\/\w{8,}/ },
  overview: { who: 'super', path: 'campaign' },
  withdrawals: { who: 'super', path: 'withdrawal' },
};

async function signIn(url: string, who: string): Promise<string> {
  const credentials = { email: `${who}@demo.test`, password: PASSWORD };
  const { token } = (await api(undefined, url)('POST', '/login', credentials)) as { token: string };
  // Keeps the notification panel from covering the page.
  await api(token, url)('POST', '/notifications/mark_all_as_read');
  return token;
}

/** Clicks come first; their conversions appear in the statistics later. */
async function waitForHistory(url: string, call: Call): Promise<void> {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  // Not all types count as conversions.
  const question = `start_date=${day(89)}&end_date=${day(0)}&interval=none&types=sale`;
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const told = (await call('GET', '/conversions?per_page=10&type=sale')) as { meta: { total: number } };
    const counted = (await call('GET', `/statistics?${question}`).catch(() => null)) as {
      data: { summary: { types: { sale: { conversions: number } } } };
      meta: { is_behind: boolean };
    } | null;
    const isWhole =
      (counted?.data.summary.types.sale.conversions ?? 0) > told.meta.total * 0.95 && !counted?.meta.is_behind;
    if (told.meta.total > 1_000 && isWhole) return;
    await wait(2_000);
  }
  throw new Error(`the demo history did not arrive at ${url}`);
}

async function shoot(context: BrowserContext, address: string, { shows }: Screen, file: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  if (shows) await page.getByText(shows).first().waitFor();
  await page.waitForFunction((waiting) => document.querySelector(waiting) === null, WAITING, { timeout: 60_000 });
  // Charts need a moment to draw.
  await wait(1_000);
  // Playwright cannot save WebP, which is a third of the size.
  const devTools = await context.newCDPSession(page);
  const { data } = await devTools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await writeFile(file, Buffer.from(data, 'base64'));
  await page.close();
}

async function shootAll(url: string, wanted: readonly string[]): Promise<void> {
  const tokens = { user: await signIn(url, 'user'), super: await signIn(url, 'super') };
  await waitForHistory(url, api(tokens.user, url));
  const browser = await chromium.launch({ executablePath: await prepareBrowser(), args: LAUNCH_FLAGS });
  for (const theme of ['light', 'dark']) {
    for (const [name, screen] of Object.entries(SCREENS)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const { who, path } = screen;
      const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', timezoneId: 'Europe/Kyiv' });
      await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
      await context.addCookies([{ name: 'token', value: tokens[who], url }]);
      const place = typeof path === 'string' ? path : await path(api(tokens[who], url));
      await shoot(context, `${url}/en/${place}`, screen, join(FOLDER, `${name}-${theme}.webp`));
      await context.close();
    }
  }
  await browser.close();
}

const [running, ...wanted] = process.argv.slice(2);
if (running) await shootAll(running, wanted);
else {
  const dataDir = await mkdtemp(join(tmpdir(), 'poklik-screenshots-'));
  const product = await startProduct({ dataDir, port: await freePort(), settings: { DEMO: '1' } });
  try {
    await shootAll(product.url, []);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true });
  }
}
