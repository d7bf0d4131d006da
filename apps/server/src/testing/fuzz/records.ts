import { randomBytes } from 'node:crypto';
import { LanderBody } from '@poklik/contract/landers';
import { OfferBody } from '@poklik/contract/offers';
import { insertConversion, insertPostback } from '../conversions/seed-conversions.ts';
import type { Person, TestApp } from '../test-app.ts';

export async function announcements(product: TestApp, { id }: Person, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    "insert into notifications (kind, created_by_id) select 'announcement', $1 from generate_series(1, $2) returning id",
    [id, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Uncollectible invoices, because only one can be open. */
export async function invoices(product: TestApp, { accountId }: Person, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `insert into invoices (account_id, number, status, type, lines, subtotal_minor, credit_minor, tax_basis_points, tax_minor,
       total_minor, currency, bill_to, seller, locale, issued_at)
     select $1, gen_random_uuid(), 'uncollectible', 'subscription', '[]', 100, 0, 0, 0, 100, 'USD',
       '{"name": "", "email": "", "address": "", "country": "", "tax_id": ""}', '{"name": "S", "details": ""}', 'en', now()
     from generate_series(1, $2) returning id`,
    [accountId, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Paid, so that any amount can be refunded, each with a credit note. */
export async function paidInvoices(product: TestApp, { accountId }: Person, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `with paid as (
       insert into invoices (account_id, number, status, type, lines, subtotal_minor, credit_minor, tax_basis_points, tax_minor,
         total_minor, currency, bill_to, seller, locale, issued_at, paid_at)
       select $1, gen_random_uuid(), 'paid', 'subscription', '[]', 9000000000000, 0, 0, 0, 9000000000000, 'USD',
         '{"name": "", "email": "", "address": "", "country": "", "tax_id": ""}', '{"name": "S", "details": ""}', 'en', now(), now()
       from generate_series(1, $2) returning id, account_id, bill_to, seller
     ), notes as (
       insert into credit_notes (account_id, invoice_id, number, issued_at, amount_minor, tax_minor, tax_basis_points, currency,
         bill_to, seller, locale)
       select account_id, id, gen_random_uuid(), now(), 100, 0, 0, 'USD', bill_to, seller, 'en' from paid returning id
     )
     select id from paid union all select id from notes`,
    [accountId, count],
  );
  return rows.map(({ id }) => Number(id));
}

export async function paymentMethods(product: TestApp, { id, accountId }: Person, count: number): Promise<number[]> {
  const { pool, secrets } = product.services;
  const { rows } = await pool.query(
    `insert into payment_methods (account_id, user_id, provider, reference, sealed, brand, last4, consent, confirmed_at)
     select $1, $2, 'sandbox', gen_random_uuid(), $3, 'visa', '4242', '{"version": 1, "language": "en", "ip": "", "at": ""}', now()
     from generate_series(1, $4) returning id`,
    [accountId, id, secrets.seal('4242'), count],
  );
  return rows.map((row) => Number(row.id));
}

/** A scheduled downgrade that can be canceled. */
export async function plannedDowngrade(product: TestApp, { accountId }: Person): Promise<void> {
  await product.services.pool.query(
    `insert into subscriptions (account_id, tariff_id, period, status, starts_at, ends_at, anchor_day, next_tariff_id, next_period)
     select $1, id, 'month', 'active', now(), now() + interval '20 days', 1, id, 'month' from tariffs where code = 'free'
     on conflict (account_id) do update set next_tariff_id = excluded.next_tariff_id, next_period = 'month', status = 'active'`,
    [accountId],
  );
}

export async function conversionsAndPostbacks(
  product: TestApp,
  { accountId }: Person,
  count: number,
): Promise<string[]> {
  const planted = [insertConversion, insertPostback].flatMap((plant) => Array<typeof plant>(count).fill(plant));
  return Promise.all(planted.map((plant) => plant(product, accountId)));
}

export async function tariffs(product: TestApp, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `insert into tariffs (code, name, description, price_minor, retention_days, api_per_minute)
     select gen_random_uuid(), name, description, 1000, 30, 60 from tariffs, generate_series(1, $1) where code = 'free' returning id`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

export async function coupons(product: TestApp, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `insert into coupons (code, percent, duration, note, is_once_per_account, is_for_new_customers, tariff_ids)
     select gen_random_uuid(), 10, 'once', '', true, false, '[]' from generate_series(1, $1) returning id`,
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Copies of one created through the API; new ones, because an earlier test may have deleted the others. */
export async function campaigns(product: TestApp, template: number, count: number): Promise<number[]> {
  const { pool } = product.services;
  const { rows } = await pool.query(
    `insert into campaigns (account_id, key, name, status, settings, postback_key, created_by_id)
     select account_id, gen_random_uuid(), name, status, jsonb_set(settings, '{name}', to_jsonb(name)), gen_random_uuid(), created_by_id
     from (select account_id, status, settings, created_by_id, 'Campaign ' || gen_random_uuid() as name
       from campaigns, generate_series(1, $2) where id = $1) as copies
     returning id`,
    [template, count],
  );
  const ids = rows.map(({ id }) => Number(id));
  await pool.query(
    'insert into campaign_versions (campaign_id, version, settings) select id, 1, settings from campaigns where id = any($1)',
    [ids],
  );
  return ids;
}

/** New ones, because an earlier test may have removed the others. */
export async function networks(product: TestApp, { accountId }: Person, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `insert into networks (account_id, name, key, mapping)
     select $1, 'Network ' || gen_random_uuid(), gen_random_uuid(),
       '{"params": {}, "statuses": [], "types": [], "default_status": null}'
     from generate_series(1, $2) returning id`,
    [accountId, count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Instead of earlier ones, because there is a limit. Codes. */
export async function networkTemplates(product: TestApp, count: number): Promise<string[]> {
  await product.services.pool.query('delete from network_templates');
  const details = {
    ...{ docs_url: null, click_param: null, statuses: [], default_currency: null, notes: '' },
    macros: { click_id: '{sub1}', payout: null, currency: null, transaction_id: null, status: null, type: null },
  };
  const { rows } = await product.services.pool.query(
    `insert into network_templates (code, details)
     select 'shared-' || n, $1::jsonb || jsonb_build_object('name', 'Template ' || n) from generate_series(1, $2) as n
     returning code`,
    [JSON.stringify(details), count],
  );
  return rows.map(({ code }) => code);
}

/** New ones, because an earlier test may have archived the others. */
export async function offers(product: TestApp, { accountId, id }: Person, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `with planted as (
       insert into offers (account_id, name, status, settings, created_by_id)
       select $1, name, 'active', $3::jsonb || jsonb_build_object('name', name), $4
       from (select 'Offer ' || gen_random_uuid() as name from generate_series(1, $2)) as names
       returning id, settings)
     insert into offer_versions (offer_id, version, settings) select id, 1, settings from planted returning offer_id`,
    [accountId, count, JSON.stringify(OfferBody.parse({ name: 'Offer', url: 'https://shop.example/offer' })), id],
  );
  return rows.map((row) => Number(row.offer_id));
}

/** New ones, because an earlier test may have archived the others. */
export async function landers(product: TestApp, { accountId, id }: Person, count: number): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `with planted as (
       insert into landers (account_id, key, name, status, settings, created_by_id)
       select $1, gen_random_uuid(), name, 'active', $3::jsonb || jsonb_build_object('name', name), $4
       from (select 'Lander ' || gen_random_uuid() as name from generate_series(1, $2)) as names
       returning id, settings)
     insert into lander_versions (lander_id, version, settings) select id, 1, settings from planted returning lander_id`,
    [accountId, count, JSON.stringify(LanderBody.parse({ name: 'Lander', url: 'https://quiz.example/' })), id],
  );
  return rows.map((row) => Number(row.lander_id));
}

export async function replays(product: TestApp, campaignIds: readonly number[]): Promise<number[]> {
  const { rows } = await product.services.pool.query(
    `insert into replays (campaign_id, settings, start_date, end_date, timezone, state)
     select id::bigint, '{"default_url": "https://shop.example"}', '2026-01-01', '2026-01-31', 'UTC', 'failed'
     from jsonb_array_elements_text($1) as id(id) returning id`,
    [JSON.stringify(campaignIds)],
  );
  return rows.map(({ id }) => Number(id));
}

/** In place of the earlier ones, which would reach the limit of an account. */
export async function connections(product: TestApp, { accountId }: Person, count: number): Promise<number[]> {
  await product.services.pool.query('delete from connections where account_id = $1', [accountId]);
  const settings = { account: '1', manager_account: null, client_id: null, test_code: null, page_url: null };
  const { rows } = await product.services.pool.query(
    `insert into connections (account_id, name, platform, settings, events, statuses)
     select $1, 'Connection ' || gen_random_uuid(), 'meta', $3, '[{"type": "lead", "event": "Lead"}]', '{approved}'
     from generate_series(1, $2) returning id`,
    [accountId, count, JSON.stringify(settings)],
  );
  return rows.map(({ id }) => Number(id));
}

/** The key of a file that Google Ads fetches. */
export async function conversionFile(product: TestApp, { accountId }: Person): Promise<string> {
  const { pool, secrets } = product.services;
  const secret = randomBytes(24).toString('base64url');
  const settings = { account: '', manager_account: null, client_id: null, test_code: null, page_url: null };
  const { rows } = await pool.query(
    `insert into connections (account_id, name, platform, settings, events, statuses, credentials)
     values ($1, 'File ' || gen_random_uuid(), 'google_file', $2, '[{"type": "lead", "event": "Lead"}]', '{approved}', $3)
     returning id`,
    [accountId, JSON.stringify(settings), JSON.stringify({ file_key: secrets.seal(secret) })],
  );
  return `${rows[0].id}-${secret}`;
}

/** Own domains; new ones, because an earlier test may have removed the others. */
export async function domains(
  product: TestApp,
  { accountId }: Person,
  count: number,
): Promise<{ active: number[]; suspended: number[] }> {
  const { rows } = await product.services.pool.query(
    `insert into tracking_domains (account_id, host, kind, status, ownership_value, suspended_reason)
     select $1, gen_random_uuid() || '.example.com', 'own', case when n % 2 = 0 then 'active' else 'suspended' end, 'value',
       case when n % 2 = 0 then null else 'Abuse' end
     from generate_series(1, $2) as n returning id, status`,
    [accountId, count],
  );
  const idsOf = (status: string) => rows.filter((row) => row.status === status).map(({ id }) => Number(id));
  return { active: idsOf('active'), suspended: idsOf('suspended') };
}

/** Instead of earlier ones, because there is a limit. */
export async function segments(product: TestApp, count: number): Promise<number[]> {
  await product.services.pool.query('delete from segments');
  const { rows } = await product.services.pool.query(
    "insert into segments (name, filter) select gen_random_uuid(), '{}' from generate_series(1, $1) returning id",
    [count],
  );
  return rows.map(({ id }) => Number(id));
}

/** Of a customer, because operators look at them as the author. */
export async function helpRequests(product: TestApp, { id, accountId }: Person, count: number): Promise<number[]> {
  const { pool } = product.services;
  // Not so many in a day that one more is rejected.
  await pool.query('delete from help_requests');
  const { rows } = await pool.query(
    `with asked as (
       insert into help_requests (account_id, author_id, subject, status) select $1, $2, gen_random_uuid(), 'closed'
       from generate_series(1, $3) returning id
     ) insert into help_messages (request_id, author_id, is_answer, text) select id, $2, true, 'Answer' from asked returning request_id`,
    [accountId, id, count],
  );
  return rows.map(({ request_id }) => Number(request_id));
}
