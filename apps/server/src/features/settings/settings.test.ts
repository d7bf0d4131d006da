import { GUARDED_SETTINGS, SETTING_KEYS, type SettingChanges } from '@poklik/contract/settings';
import { COUNTRY_GROUPS } from '@poklik/domain/countries/country-groups';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { type LiveConfig, openLiveConfig, SETTINGS_CHANNEL } from '../../settings/live-config.ts';
import { openPostgres, type Postgres } from '../../stores/postgres.ts';
import { type OutageProxy, startOutageProxy } from '../../testing/outage-proxy.ts';
import { PASSWORD, type Person, type TestApp } from '../../testing/test-app.ts';
import { encodePng } from './png.fixture.ts';
import { createSettingsFixture, type SettingsFixture } from './settings.fixture.ts';
import { readStoredValues } from './settings.repo.ts';

let fixture: SettingsFixture;
let product: TestApp;
let operator: Person;
beforeAll(async () => {
  fixture = await createSettingsFixture();
  ({ product, operator } = fixture);
});
afterAll(() => product.close());
const read: SettingsFixture['read'] = () => fixture.read();
const change: SettingsFixture['change'] = (...change) => fixture.change(...change);
const undo: SettingsFixture['undo'] = (key) => fixture.undo(key);

/** What another process of the installation does with settings. */
interface OtherProcess {
  live: LiveConfig;
  proxy: OutageProxy;
  close(): Promise<void>;
}

async function startOther(): Promise<OtherProcess> {
  const proxy = await startOutageProxy(product.services.databaseUrl);
  const log = pino({ level: 'silent' });
  const postgres: Postgres = openPostgres(proxy.url, log);
  const live = openLiveConfig({
    start: loadConfig({}),
    read: () => readStoredValues(postgres.db, product.services.secrets),
    watch: (refresh) => postgres.listen(SETTINGS_CHANNEL, refresh, refresh),
    log,
  });
  await live.ready;
  return {
    live,
    proxy,
    async close() {
      await live.close();
      await postgres.close();
      await proxy.close();
    },
  };
}

describe('a changed setting', () => {
  it('is in force here at once and in other processes within a second', async () => {
    const others = await Promise.all([startOther(), startOther(), startOther()]);
    const started = performance.now();
    expect((await change({ app_name: 'Acme Track', click_ip: 'truncated', sign_up: 'closed' })).statusCode).toBe(200);
    expect(product.services.config.appName).toBe('Acme Track');
    const inForce = ({ live: { config } }: OtherProcess) => [config.appName, config.clicks.keepFullIp];
    await expect.poll(() => others.map(inForce), { interval: 10 }).toEqual(others.map(() => ['Acme Track', false]));
    expect(performance.now() - started).toBeLessThan(1_000);
    const rules = await product.call('GET', '/register');
    expect(rules.json().data.policy).toBe('closed');
    await change({ app_name: null, click_ip: null, sign_up: null });
    for (const other of others) await other.close();
  });

  it('reaches a process that had lost its connection', async () => {
    const other = await startOther();
    other.proxy.cut();
    await change({ app_name: 'While away' });
    other.proxy.restore();
    await expect.poll(() => other.live.config.appName, { timeout: 10_000 }).toBe('While away');
    await change({ app_name: null });
    await other.close();
  });

  it('does not change a request that is being answered', async () => {
    const { services } = product;
    let seen: string[] = [];
    await new Promise<void>((resolve) => {
      services.liveConfig.keep(() => {
        seen = [services.config.appName];
        void change({ app_name: 'Meanwhile' }).then(() => {
          seen.push(services.config.appName);
          resolve();
        });
      });
    });
    expect(seen).toEqual(['Poklik', 'Poklik']);
    expect(services.config.appName).toBe('Meanwhile');
    await change({ app_name: null });
  });

  it('is kept with its author, in the audit log, and cannot be changed or deleted in the database', async () => {
    await change({ referral_percent: '12.5' });
    expect((await read()).changed.referral_percent).toEqual({ at: expect.any(String), by: operator.email });
    const { rows } = await product.services.pool.query(
      "select actor_id, before, after from audit_entries where action = 'settings.changed' order by id desc limit 1",
    );
    expect(rows).toEqual([
      { actor_id: String(operator.id), before: { referral_percent: null }, after: { referral_percent: '12.5' } },
    ]);
    for (const statement of ['update settings set version = 99', 'delete from settings'])
      await expect(product.services.pool.query(statement)).rejects.toThrow(/refused/);
    await change({ referral_percent: null });
  });

  it('is rejected if somebody else changed settings meanwhile', async () => {
    const { version } = await read();
    await change({ tax_percent: '5' });
    const late = { version, values: { tax_percent: '6' }, password: PASSWORD };
    const answer = await product.call('PUT', '/settings', { token: operator.token, body: late });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'version_conflict']);
    expect((await read()).values.tax_percent).toBe('5');
    await change({ tax_percent: null });
  });

  it('needs the password where a stolen session could do harm', async () => {
    for (const key of GUARDED_SETTINGS) {
      const without = await change({ [key]: null }, {});
      expect([key, without.json().errors]).toEqual([key, { password: [expect.any(String)] }]);
    }
    const wrong = await change({ tax_percent: '19' }, { password: 'a wrong password' });
    expect(wrong.json().errors).toEqual({ password: [expect.any(String)] });
    expect((await change({ app_name: 'No password' }, {})).statusCode).toBe(200);
    await change({ app_name: null });
  });

  it.each([
    [{ app_name: '' }, 'values.app_name'],
    [{ smtp_host: 'mail server' }, 'values.smtp_host'],
    [{ mail_from: 'Acme\r\nBcc: evil@example.test' }, 'values.mail_from'],
    [{ public_url: 'https://app.example/path' }, 'values.public_url'],
    [{ tax_percent: '120' }, 'values.tax_percent'],
    [{ keep_emails_days: -1 }, 'values.keep_emails_days'],
    [{ accent_color: 'red' }, 'values.accent_color'],
    [{ logo_light: 'a'.repeat(64) }, 'values.logo_light'],
    [{ stripe_secret_key: 'sk_test_of_somebody' }, 'values.stripe_webhook_secret'],
    [{ btcpay_url: 'https://btcpay.example' }, 'values.btcpay_store_id'],
    [{ wayforpay_secret_key: 'flk3409refn54t54t' }, 'values.wayforpay_account'],
    [{ invoice_prefix: 'CN' }, 'values.invoice_prefix'],
    [{ dunning_days: '1,7' }, 'values.dunning_days'],
    [{ support_url: 'javascript:alert(1)' }, 'values.support_url'],
  ])('%j is answered with an error of its field', async (values, field) => {
    const answer = await change(values);
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([422, [field]]);
  });

  it('with an unknown name is refused', async () => {
    expect((await change({ data_dir: '/' } as object)).statusCode).toBe(422);
  });
});

describe('the environment', () => {
  it('wins over stored settings and locks them', async () => {
    await change({ app_name: 'Stored' });
    process.env.APP_NAME = 'From the environment';
    try {
      await product.services.liveConfig.refresh();
      expect(await read()).toMatchObject({
        values: { app_name: 'From the environment' },
        locked: { app_name: 'APP_NAME' },
      });
      const answer = await change({ app_name: 'Again' });
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'set_by_environment']);
      expect(answer.json().message).toContain('APP_NAME');
      expect((await undo('app_name')).json().code).toBe('set_by_environment');
    } finally {
      delete process.env.APP_NAME;
      await product.services.liveConfig.refresh();
    }
    expect((await read()).values.app_name).toBe('Stored');
    await change({ app_name: null });
  });
});

describe('undo', () => {
  it('restores the previous value of every setting as a new version', async () => {
    const png = encodePng(32, 32).toString('base64');
    const added = await product.call('POST', '/branding/images', { token: operator.token, body: { png } });
    const image = added.json().data.hash;
    const samples: Required<SettingChanges> = {
      ...{ app_name: 'Undo', public_url: null, tracking_url: 'https://t.example', mail_from: 'a@b.example' },
      ...{ smtp_host: 'mail.example', smtp_port: 25, smtp_security: 'none', smtp_user: 'u', smtp_password: 'p' },
      ...{ sign_up: 'invite', sign_up_domains: ['b.example'], staff_two_factor: 'optional' },
      ...{ referral_percent: '1', referral_hold_days: 1, withdrawal_min: '21', withdrawal_fee: '1' },
      ...{ withdrawal_two_approvers_from: '5', click_ip: 'truncated', click_ip_days: 1 },
      ...{ click_referrer_policy: 'origin', keep_postbacks_days: 1, keep_outgoing_days: 1, keep_emails_days: 1 },
      ...{ keep_sessions_days: 1, keep_notifications_days: 1, limit_visitor_per_minute: 999_999 },
      ...{ limit_user_per_minute: 999_999, limit_guesses_per_source: 999_999, limit_emails_per_address: 999_999 },
      ...{ limit_emails_per_source: 999_999, limit_sign_ups_per_source: 999_999, limit_postbacks_per_minute: 1 },
      ...{ limit_events_per_source: 1, limit_events_per_campaign: 1, seller_name: 'S', seller_details: 'D\nE' },
      ...{ vat: 'on', seller_oss: 'on', seller_country: 'EE', seller_vat_id: 'EE100207415', vat_currency: 'EUR' },
      ...{ seller_street: 'S 1', seller_city: 'C', seller_postcode: '1', seller_registration: '12345678' },
      ...{ invoice_prefix: 'AB', tax_percent: '20', accent_color: '#005000', logo_light: image, logo_dark: image },
      ...{ favicon: image, login_text_ua: 'т', login_text_ru: 'т', login_text_en: 't' },
      ...{ support_email: 's@b.example', support_url: 'https://s.example/' },
      dunning_days: '2,4',
      ...{ stripe_secret_key: 'sk_test_0123456789', stripe_webhook_secret: 'whsec_0123456789' },
      ...{
        monobank_token: 'mono_0123456789',
        liqpay_public_key: 'sandbox_i1',
        liqpay_private_key: 'sandbox_0123456789',
      },
      ...{ btcpay_url: 'https://btcpay.example', btcpay_store_id: 'S'.repeat(44), btcpay_api_key: 'key_0123456789' },
      ...{ btcpay_webhook_secret: 'hook_0123456789' },
      ...{ wayforpay_account: 'test_merch_n1', wayforpay_secret_key: 'flk3409refn54t54t' },
    };
    const { public_url: _own, ...values } = samples;
    await product.services.pool.query(
      "insert into vat_rates (country, basis_points, valid_from) select unnest($1::text[]), 2000, '2020-01-01'",
      [COUNTRY_GROUPS.eu],
    );
    const before = (await read()).values;
    expect((await change(values)).json().errors).toBeUndefined();
    const changed = (await read()).values;
    for (const key of SETTING_KEYS.filter((name) => name !== 'public_url')) {
      // Required would lock this operator out.
      if (key !== 'staff_two_factor') expect([key, changed[key]]).not.toEqual([key, before[key]]);
      expect([key, (await undo(key)).statusCode]).toEqual([key, 200]);
    }
    const { values: after, version } = await read();
    expect(after).toEqual(before);
    expect(version).toBeGreaterThan(SETTING_KEYS.length);
    // Undoing twice restores the value.
    await undo('app_name');
    expect(product.services.config.appName).toBe('Undo');
    await undo('app_name');
    expect((await undo('public_url')).json().code).toBe('status_conflict');
  });
});

describe('secrets', () => {
  it('are sealed, never read back, and shown by their last four characters only if they are long', async () => {
    const [password, key] = ['hunter2-short', 'sk_live_very-secret-0042'];
    const answer = await change({
      smtp_password: 'short',
      stripe_secret_key: key,
      stripe_webhook_secret: `whsec_${password}`,
    });
    expect(answer.json().data.values).toMatchObject({
      smtp_password: { set: true, last4: null },
      stripe_secret_key: { set: true, last4: '0042' },
    });
    expect(product.services.config.stripe?.secretKey).toBe(key);
    const { rows } = await product.services.pool.query(
      'select (select string_agg(t::text, $1) from settings t) || (select string_agg(t::text, $1) from audit_entries t) as everything',
      ['\n'],
    );
    const bodies = [answer.body, JSON.stringify(await read()), rows[0].everything].join('\n');
    for (const secret of [password, key, '"short"']) expect(bodies).not.toContain(secret);
    await change({ smtp_password: null, stripe_secret_key: null, stripe_webhook_secret: null });
    expect(product.services.config.stripe).toBeUndefined();
  });
});
