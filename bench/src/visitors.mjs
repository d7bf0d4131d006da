// A customer with one campaign, and visitors who click on its link at a steady rate.
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const BEAT_MS = 10;
const PASSWORD = 'a long enough passphrase';
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** Signs up and creates a campaign. */
export async function openAccount(origin, email = 'bench@example.test') {
  const call = async (method, path, { token, body } = {}) => {
    const answer = await fetch(`${origin}/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const password = PASSWORD;
  await call('POST', '/register', { body: { email, password, password_confirmation: password, accept_terms: true } });
  const { token } = await call('POST', '/login', { body: { email, password } });
  const { data } = await call('POST', '/companies', {
    token,
    body: { name: 'Bench', default_url: 'https://shop.example/?click={click_id}' },
  });
  return {
    call,
    email,
    token,
    /** The first account to sign up. */
    accountId: 1,
    campaignId: data.id,
    link: `${origin}/c/${data.key}`,
    get: (path) => call('GET', path, { token }),
  };
}

/** Sends clicks at a steady rate until `isOver`. Records when each was acknowledged and its latency in milliseconds. */
export function clickSteadily(link, { perSecond, isOver }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const acknowledged = [];
  let errors = 0;
  const click = () =>
    new Promise((resolve) => {
      const asked = performance.now();
      get(link, { agent, headers: { 'user-agent': BROWSER } }, (answer) => {
        answer.resume();
        answer.once('end', () => {
          const at = performance.now();
          if (answer.statusCode === 302) acknowledged.push({ at, took: at - asked });
          else errors += 1;
          resolve();
        });
      }).once('error', () => {
        errors += 1;
        resolve();
      });
    });
  const send = async () => {
    const started = performance.now();
    const open = [];
    while (!isOver(open.length)) {
      const due = ((performance.now() - started) / 1_000) * perSecond;
      while (open.length < due && !isOver(open.length)) open.push(click());
      await sleep(BEAT_MS);
    }
    await Promise.all(open);
    agent.destroy();
  };
  return { acknowledged, errors: () => errors, sent: send() };
}
