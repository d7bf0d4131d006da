import { promises as dns } from 'node:dns';
import type { DnsAnswers } from '@poklik/domain/domains/evaluate-dns';
import { txtName } from './domain.response.ts';

const TIMEOUT_MS = 1_500;
const TRIES = 2;

type Answer<T> = { state: 'found'; values: T[] } | { state: 'empty' | 'not_found' | 'unknown' };

/** What DNS says about a host. It is asked directly, so nothing of this machine is cached or configured. */
export async function lookUpDomain(host: string, servers: readonly string[]): Promise<DnsAnswers> {
  const resolver = createResolver(servers);
  const [cname, txt, four, six] = await Promise.all([
    ask(resolver.resolveCname(host)),
    ask(resolver.resolveTxt(txtName(host))),
    ask(resolver.resolve4(host)),
    ask(resolver.resolve6(host)),
  ]);
  const states = [cname, four, six].map(({ state }) => state);
  return {
    // The name exists if it has any record, even a CNAME that leads nowhere.
    state: states.includes('found')
      ? 'found'
      : states.includes('unknown')
        ? 'unknown'
        : states.includes('empty')
          ? 'found'
          : 'not_found',
    cname: valuesOf(cname)[0] ?? null,
    // A long text is sent in parts.
    txt: valuesOf(txt).map((parts) => parts.join('')),
    addresses: [...valuesOf(four), ...valuesOf(six)],
  };
}

/** The addresses of a host; empty if it can't be resolved. */
export async function lookUpAddresses(host: string, servers: readonly string[]): Promise<string[]> {
  const resolver = createResolver(servers);
  const [four, six] = await Promise.all([ask(resolver.resolve4(host)), ask(resolver.resolve6(host))]);
  return [...valuesOf(four), ...valuesOf(six)];
}

function createResolver(servers: readonly string[]): dns.Resolver {
  const resolver = new dns.Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

async function ask<T>(answer: Promise<T[]>): Promise<Answer<T>> {
  try {
    return { state: 'found', values: await answer };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { state: code === 'ENODATA' ? 'empty' : code === 'ENOTFOUND' ? 'not_found' : 'unknown' };
  }
}

const valuesOf = <T>(answer: Answer<T>): T[] => (answer.state === 'found' ? answer.values : []);
