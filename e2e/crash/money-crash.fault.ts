import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { API_PREFIX } from '@poklik/contract/api';
import { queryDatabase } from '../operator.ts';
import { api, registerUser } from '../people.ts';
import { type Product, ROOT, startProduct } from '../product.ts';
import { printMeasurement } from '../screens/print-measurement.ts';
import { newEnvironment, operatorAt } from '../test-environment.ts';
import { crash } from './crash.ts';

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 10);
const CLIENTS = 6;

/** A request that moves money; `name` is its idempotency key, so it can be sent repeatedly. */
interface Act {
  name: string;
  path: string;
  body: object;
  token: string;
}

const send = (url: string, { name, path, body, token }: Act): Promise<Response> =>
  fetch(`${url}${API_PREFIX}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': name },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });

/** Sends the request and pays at the checkout if one opens. Throws when the server is down. */
async function carryOut(url: string, act: Act): Promise<void> {
  const answer = await send(url, act);
  const { data } = (await answer.json()) as { data?: { payment_url?: string | null } };
  if (!answer.ok) throw new Error(`${act.path} answered ${answer.status}`);
  if (!data?.payment_url) return;
  const paid = await fetch(data.payment_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=paid',
    signal: AbortSignal.timeout(20_000),
  });
  // A checkout that was already paid answers 404.
  if (![303, 404].includes(paid.status)) throw new Error(`a checkout answered ${paid.status}`);
}

test('kill -9 during deposits and top-ups loses none and books none twice', async () => {
  test.setTimeout(1_200_000);
  const environment = await newEnvironment();
  const { dataDir } = environment;
  const start = () => startProduct(environment);
  let product: Product | undefined;
  try {
    product = await start();
    const customer = await registerUser(product.url);
    const [row] = await queryDatabase(
      dataDir,
      'update users set email_verified_at = now() where email = $1 returning id',
      [customer.email],
    );
    const { token } = await operatorAt(product.url);
    const byOperator = { path: `/transactions/users/${row?.id}/deposit`, token };
    const sent: Act[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { url } = product;
      const untilGone = async (client: number) => {
        for (let count = 0; ; count += 1) {
          const name = `crash-${round}-${client}-${count}`;
          const act =
            client % 2 === 0
              ? { name, ...byOperator, body: { amount: '3', reason: 'in the middle of a crash' } }
              : { name, path: '/transactions/deposit', body: { amount: '7' }, token: customer.token };
          sent.push(act);
          const isGone = await carryOut(url, act).then(
            () => false,
            () => true,
          );
          if (isGone) return;
        }
      };
      const working = Array.from({ length: CLIENTS }, (_, client) => untilGone(client));
      await wait(300 + Math.random() * 1_500);
      await crash(product, dataDir, round % 2 === 0);
      await Promise.all(working);
      product = await start();
      for (const act of sent) await carryOut(product.url, act);
      const expected = sent.reduce((sum, { path }) => sum + (path === byOperator.path ? 3 : 7), 0);
      expect(await api(customer.token, product.url)('GET', '/billing')).toMatchObject({
        data: { balance: expected.toFixed(2) },
      });
      const books = execFileSync(process.execPath, ['scripts/poklik.mjs', 'reconcile'], {
        cwd: ROOT,
        env: { ...process.env, DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      expect(books).toContain('The books add up.');
    }
    printMeasurement(`${ROUNDS} rounds of kill -9, ${sent.length} movements of money, each of them once`);
  } finally {
    await product?.stop();
    environment.clear();
  }
});
