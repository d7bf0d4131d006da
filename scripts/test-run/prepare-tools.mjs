// Finds or gets programs of others that some tests run. Those tests are skipped where a program is missing.
import { findProgram, hasDebianPackages, installDebianPackages, unpackProgram } from './debian-packages.mjs';

const PEBBLE = { program: 'pebble', debian: 'pebble', path: process.env.PEBBLE_PATH, tests: 'that order certificates' };
/** Installing Caddy and Prometheus would start services, so their programs are unpacked. */
export const TOOLS = [
  PEBBLE,
  { program: 'promtool', debian: 'prometheus', isUnpacked: true, tests: 'of metrics and alerts' },
  { program: 'caddy', debian: 'caddy', isUnpacked: true, tests: 'of the Caddyfile' },
  { program: 'systemd-analyze', debian: 'systemd', tests: 'of the systemd unit' },
  { program: 'docker-compose', debian: 'docker-compose', tests: 'of the compose files' },
  // Debian's is too old for the manifests.
  { program: 'kubectl', tests: 'of the Kubernetes manifests' },
];
export const FAULT_TOOLS = [
  PEBBLE,
  { program: 'buildah', debian: 'buildah', tests: 'of the container image' },
  { program: 'debootstrap', debian: 'debootstrap', tests: 'of the container image' },
];

/** One line for each tool that says where it is, or what is not tested without it. */
export const prepareTools = (tools) => tools.map(prepareTool);

function prepareTool({ program, debian, path, isUnpacked, tests }) {
  if (path) return `${program}: ${path}`;
  let problem = debian === undefined ? 'not in Debian' : 'no Debian packages, or not root';
  try {
    if (findProgram(program) === undefined) {
      if (isUnpacked) unpackProgram(program, debian);
      else if (debian !== undefined && hasDebianPackages()) installDebianPackages(debian);
    }
  } catch (error) {
    problem = error.message;
  }
  const found = findProgram(program);
  return found ? `${program}: ${found}` : `${program} is not installed (${problem}): tests ${tests} are skipped.`;
}
