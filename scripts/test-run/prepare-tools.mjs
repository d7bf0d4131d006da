// Finds or installs programs of others that some tests run. Those tests are skipped where a program can't be installed.
import { findProgram, hasDebianPackages, installDebianPackages } from './debian-packages.mjs';

const TOOLS = [
  { program: 'pebble', debian: 'pebble', path: process.env.PEBBLE_PATH, tests: 'tests that order certificates' },
  { program: 'systemd-analyze', debian: 'systemd', tests: 'tests of the systemd unit' },
  { program: 'docker-compose', debian: 'docker-compose', tests: 'tests of the compose files' },
  // Debian's is too old for the manifests.
  { program: 'kubectl', tests: 'tests of the Kubernetes manifests' },
];

/** One line for each tool that says where it is, or what is not tested without it. */
export const prepareTools = () => TOOLS.map(prepareTool);

function prepareTool({ program, debian, path, tests }) {
  if (path) return `${program}: ${path}`;
  let problem = debian === undefined ? 'not in Debian' : 'no Debian packages, or not root';
  try {
    if (!findProgram(program) && debian !== undefined && hasDebianPackages()) installDebianPackages(debian);
  } catch (error) {
    problem = error.message;
  }
  const found = findProgram(program);
  return found ? `${program}: ${found}` : `${program} is not installed (${problem}): ${tests} are skipped.`;
}
