import { defineConfig } from '@playwright/test';
import { LAUNCH_FLAGS, prepareBrowser } from '../scripts/test-run/prepare-browser.mjs';

// Every worker loads this file, so the first process stores the path in the environment for the others.
process.env.CHROMIUM_PATH ||= await prepareBrowser();

const PAYLOADS = 'hostile/script-payloads.spec.ts';
/** Files that use the server of `announcer.ts`. */
const ANNOUNCEMENTS = ['notifications/*.spec.ts', 'screens/{lists,menu}.spec.ts'];

const report = process.env.PLAYWRIGHT_JSON_OUTPUT_FILE;

export default defineConfig({
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  // The files that take longest come first. Those of a project with one worker share a server of their own.
  projects: [
    { name: 'payloads', testMatch: PAYLOADS, workers: 1 },
    { name: 'announcements', testMatch: ANNOUNCEMENTS, workers: 1 },
    { name: 'screens', testIgnore: [PAYLOADS, ...ANNOUNCEMENTS, 'crash/**'] },
  ],
  // Pages may be slow on a busy machine; the test command lists the tests that needed a retry.
  retries: report ? 1 : 0,
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
    // One step that waits for something that never comes must not use up the time of its whole test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Animations would slow the tests down and expose intermediate states.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: LAUNCH_FLAGS },
  },
});
