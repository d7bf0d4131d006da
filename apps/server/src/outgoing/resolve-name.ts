import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/** RFC 6761: these names are local. */
const LOCAL_NAME = /^(.*\.)?localhost\.?$/i;

/**
 * Resolves a name with direct DNS queries. The system's lookup has no timeout and blocks the thread pool that files and
 * password hashing share. /etc/hosts is not read.
 */
export async function resolveName(host: string, servers: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (LOCAL_NAME.test(host)) return ['127.0.0.1'];
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
