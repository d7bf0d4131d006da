import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** RFC 6761: these names never leave the machine. */
const OWN_NAME = /^(.*\.)?localhost\.?$/i;

/**
 * Addresses of a name, asked of the DNS servers directly. The system's own lookup has no timeout and works in the four
 * threads that files and password hashing share: names of dead servers would hold all of them. /etc/hosts is not read.
 */
export async function resolveName(host: string, servers: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (OWN_NAME.test(host)) return ['127.0.0.1'];
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found.filter((address) => isIP(address) !== 0);
    throw four.status === 'rejected' ? four.reason : new Error(`${host} has no address`);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
