import { defineConfig } from '@playwright/test';
import { LAUNCH_FLAGS, prepareBrowser } from '../scripts/test-run/prepare-browser.mjs';

// Every worker loads this file, so the first process stores the path in the environment for the others.
process.env.CHROMIUM_PATH ||= await prepareBrowser();
const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  projects: [
    // Pages may be slow on a busy machine; the test command lists the tests that needed a retry.
    { name: 'browser', testMatch: /\.spec\.ts$/, testIgnore: /crash\.spec\.ts$/, retries: report ? 1 : 0 },
    // Runs alone because it measures restart times.
    { name: 'crash', testMatch: /crash\.spec\.ts$/, fullyParallel: false },
    { name: 'faults', testMatch: /\.fault\.ts$/ },
  ],
  // Pages wait for the server and for timers, so two cores run three at a time.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Generous for busy machines; speed is measured elsewhere.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    trace: 'on-first-retry',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Europe/Kyiv',
    // Animations would slow the tests down and expose intermediate states.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: LAUNCH_FLAGS },
  },
});
