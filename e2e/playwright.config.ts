import { defineConfig } from '@playwright/test';
import { LAUNCH_FLAGS, prepareBrowser } from '../scripts/prepare-browser.mjs';

// Every worker reads this file; the first one looks for the browser, the others are told.
process.env.CHROMIUM_PATH ||= await prepareBrowser();
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  projects: [
    // A page may be late on a machine with other work; the test command names whatever needed its second attempt.
    { name: 'browser', testMatch: /\.spec\.ts$/, testIgnore: /crash\.spec\.ts$/, retries: report ? 1 : 0 },
    // Alone on the machine: how soon it serves again is measured there.
    { name: 'crash', testMatch: /crash\.spec\.ts$/, fullyParallel: false },
    { name: 'faults', testMatch: /\.fault\.ts$/ },
  ],
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // For a busy machine; how fast things are is measured elsewhere.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    trace: 'on-first-retry',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Kyiv',
    // Nothing is looked at half-way, and no time goes into motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: LAUNCH_FLAGS },
  },
});
