// Finds or installs Pebble, Let's Encrypt's certificate authority for tests.
import { existsSync } from 'node:fs';
import { hasDebianPackages, installDebianPackages } from './debian-packages.mjs';

const INSTALLED = '/usr/bin/pebble';

/** Says what the tests of ordered certificates run with. They are skipped where Pebble can't be installed. */
export function preparePebble() {
  const own = process.env.PEBBLE_PATH;
  if (own) return `Pebble: ${own}`;
  try {
    if (!existsSync(INSTALLED) && hasDebianPackages()) installDebianPackages('pebble');
  } catch (error) {
    return skipped(error.message);
  }
  return existsSync(INSTALLED) ? `Pebble: ${INSTALLED}` : skipped('no Debian packages, or not root');
}

const skipped = (reason) =>
  `Pebble is not installed (${reason}): tests that order certificates are skipped. Set PEBBLE_PATH to the program to run them.`;
