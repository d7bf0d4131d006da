import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Person, tokenOf } from './people.ts';
import { freePort } from './product.ts';

const OPERATOR = { email: 'operator@example.test', password: 'the passphrase of the operator' };

/** Tests wait for statistics, so the process must not run at a lower priority. */
const FAST_STATISTICS = { STATS_PRIORITY: '0' };

/** Several trackers on one port are tested where servers are killed, and in the tests of the server. */
const ONE_TRACKER = { TRACKERS: '1' };

/** For servers whose tests look at no statistics, because a third of a start is ClickHouse's. */
export const WITHOUT_STATISTICS = { CLICKHOUSE_URL: 'http://127.0.0.1:9' };

/** Password hashing is tested elsewhere; at full strength it would only slow these tests down. */
const CHEAP_PASSWORDS = { PASSWORD_MEMORY_KIB: '1024', PASSWORD_PASSES: '1' };

/** Folders, port and settings of one test server. */
export interface TestEnvironment {
  folder: string;
  dataDir: string;
  port: number;
  /** Includes an operator and rate limits high enough for tests. */
  settings: Record<string, string>;
  clear(): void;
}

export async function newEnvironment(): Promise<TestEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'poklik-e2e-'));
  // PostgreSQL does not run as root, so the user it runs as needs access to the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const unlimited = [
    'VISITOR_PER_MINUTE',
    'USER_PER_MINUTE',
    'GUESSES_PER_SOURCE',
    'EMAILS_PER_ADDRESS',
    'EMAILS_PER_SOURCE',
    'SIGN_UPS_PER_SOURCE',
  ].map((name) => [`LIMIT_${name}`, '1000000']);
  return {
    folder,
    dataDir: join(folder, 'data'),
    port,
    settings: {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SANDBOX_PAYMENTS: '1',
      SUPER_ADMIN_EMAIL: OPERATOR.email,
      SUPER_ADMIN_PASSWORD: OPERATOR.password,
      ...CHEAP_PASSWORDS,
      ...ONE_TRACKER,
      ...FAST_STATISTICS,
      ...Object.fromEntries(unlimited),
    },
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export const operatorAt = async (url: string): Promise<Person> => ({
  ...OPERATOR,
  token: await tokenOf(OPERATOR.email, OPERATOR.password, url),
});
