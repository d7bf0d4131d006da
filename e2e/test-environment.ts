import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Person, tokenOf } from './people.ts';
import { freePort } from './product.ts';

const OPERATOR = { email: 'operator@example.test', password: 'the passphrase of the operator' };

/** Tests wait for what is counted, and nothing else on their machine is more urgent. */
const FAST_STATISTICS = { STATS_PRIORITY: '0' };

/** How strong a password is kept is tested elsewhere; here hashing would only take time from what is tested. */
const CHEAP_PASSWORDS = { PASSWORD_MEMORY_KIB: '1024', PASSWORD_PASSES: '1' };

/** Where one product of the tests lives. */
export interface TestEnvironment {
  folder: string;
  dataDir: string;
  port: number;
  /** What it is started with: it has an operator, and rate limits high enough for tests. */
  settings: Record<string, string>;
  clear(): void;
}

export async function newEnvironment(): Promise<TestEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'poklik-e2e-'));
  // PostgreSQL refuses to run as root; the user it runs as must be able to enter.
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
