import { insertConversion, insertPostback } from '../conversions/seed-conversions.ts';
import { type AccessFixture, hasFewCampaigns, IDENTITIES, type Identity, ownerOf } from './identities.ts';
import { insertInvitation, insertToken } from './people-rows.ts';
import { insertCampaign } from './traffic/campaign-rows.ts';

/** Planted in data of B. */
const OF_B = 'canary-of-b';
/** Planted in data for administrators. */
const FOR_STAFF = 'canary-for-administrators';
/** Planted in a campaign of A that members with selected campaigns cannot access. */
const OUT_OF_REACH = 'canary-out-of-reach';
/** Earnings of A. */
const MONEY = '7331.17';

/** Values that must not appear in responses to other callers. */
export const listReaders = (world: AccessFixture): Record<string, readonly Identity[]> => {
  const circle = IDENTITIES.filter((identity) => ownerOf(world, identity) === world.people.userA);
  return {
    [OF_B]: ['userB', 'superAdmin'],
    [FOR_STAFF]: ['admin', 'superAdmin'],
    [OUT_OF_REACH]: circle.filter((identity) => !hasFewCampaigns(identity)),
    // The operator sees all invoices.
    [MONEY]: [...circle.filter((identity) => !identity.endsWith('without money')), 'superAdmin'],
  };
};

/** Where permitted callers do see them. */
export const PLACES: readonly { canary: string; route: string; reader: Identity }[] = [
  { canary: OF_B, route: 'GET /v1/notifications', reader: 'userB' },
  { canary: OF_B, route: 'GET /v1/companies', reader: 'userB' },
  { canary: OF_B, route: 'GET /v1/api_tokens', reader: 'userB' },
  { canary: OF_B, route: 'GET /v1/help_requests', reader: 'userB' },
  { canary: FOR_STAFF, route: 'GET /v1/notifications', reader: 'admin' },
  ...['GET /v1/companies', 'GET /v1/conversions', 'GET /v1/postbacks', 'GET /v1/black_list_ips'].map((route) => ({
    canary: OUT_OF_REACH,
    route,
    reader: 'VIEWER without money' as const,
  })),
  ...['GET /v1/companies', 'GET /v1/conversions', 'GET /v1/postbacks'].map((route) => ({
    canary: MONEY,
    route,
    reader: 'VIEWER without export' as const,
  })),
  { canary: MONEY, route: 'GET /v1/invoices', reader: 'BILLING without campaigns' },
];

export async function insertCanaries(world: AccessFixture): Promise<void> {
  const { pool } = world.product.services;
  await pool.query("update accounts set tariff_id = (select id from tariffs where code = 'business')");
  // High enough that no caller here is rate limited.
  await pool.query('update tariffs set api_per_minute = 1000000');
  await plantOfB(world);
  await plantOfA(world);
  await pool.query("insert into notifications (kind, role, titles, messages) values ('announcement', 2, $1, $2)", [
    JSON.stringify([{ locale: 'en', title: FOR_STAFF }]),
    JSON.stringify([{ locale: 'en', message: FOR_STAFF }]),
  ]);
}

async function plantOfB({ product, people }: AccessFixture): Promise<void> {
  const { pool } = product.services;
  const { userB } = people;
  const { id, accountId } = userB;
  userB.email = `${OF_B}@example.test`;
  await pool.query('update users set name = $2, phone = $2, company = $2, messenger = $2, email = $3 where id = $1', [
    id,
    OF_B,
    userB.email,
  ]);
  await pool.query("insert into notifications (kind, user_id, account_id, values) values ('new_login', $1, $2, $3)", [
    id,
    accountId,
    { device: OF_B, ip: OF_B },
  ]);
  await insertCampaign(product, accountId, { name: OF_B, default_url: `https://shop.example/${OF_B}` });
  await insertToken(product, userB, OF_B);
  await pool.query(
    `with asked as (insert into help_requests (account_id, author_id, subject, status, object_kind, object_id, object_name)
       values ($1, $2, $3, 'closed', 'campaign', '1', $3) returning id),
     said as (insert into help_messages (request_id, author_id, is_answer, text) select id, $2, false, $3 from asked returning id)
     insert into help_files (message_id, name, kind, bytes, content) select id, $3, 'txt', length($4::bytea), $4 from said`,
    [accountId, id, OF_B, Buffer.from(OF_B)],
  );
  await pool.query(
    `insert into tracking_domains (account_id, host, kind, status, ownership_value)
     values ($1, $3, 'own', 'active', $4), ($2, 'a.example.com', 'own', 'active', 'value')`,
    [accountId, people.userA.accountId, `${OF_B}.example.com`, OF_B],
  );
  await insertInvitation(product, accountId);
  await pool.query(
    "insert into black_list_entries (account_id, range, action, comment) values ($1, '198.51.100.0/24', 'block', $2)",
    [accountId, OF_B],
  );
  await pool.query(
    `insert into saved_views (account_id, user_id, screen, name, search, is_shared)
     select $1, $2, screen, $3, $3, true from unnest(array['statistics', 'campaigns']) as screen`,
    [accountId, id, OF_B],
  );
  await pool.query('insert into emails (recipient, subject, text) values ($1, $2, $2)', [userB.email, OF_B]);
}

/** Newer than all later data, so that it stays on the first page. */
async function plantOfA(world: AccessFixture): Promise<void> {
  const { product, people } = world;
  const { pool } = product.services;
  const { userA } = people;
  const campaign = { name: OUT_OF_REACH, default_url: 'https://shop.example', default_payout: MONEY };
  const campaignId = await insertCampaign(product, userA.accountId, campaign);
  const conversionId = await insertConversion(product, userA.accountId, campaignId);
  await pool.query(
    "update conversions set payout_micro = 7331170000, payout_base_micro = 7331170000, transaction_id = $2, received_at = now() + interval '1 day' where id = $1",
    [conversionId, OUT_OF_REACH],
  );
  const postbackId = await insertPostback(product, userA.accountId, campaignId);
  await pool.query(
    "update postbacks set raw_query = $2, received_at = now() + interval '1 day', verdict = 'accepted' where id = $1",
    [postbackId, `cid=${OUT_OF_REACH}&payout=${MONEY}`],
  );
  await pool.query(
    "insert into black_list_entries (account_id, campaign_id, range, action, comment) values ($1, $2, '198.51.100.9', 'block', $3)",
    [userA.accountId, campaignId, OUT_OF_REACH],
  );
  await pool.query(
    `insert into invoices (account_id, number, status, type, lines, subtotal_minor, credit_minor, tax_basis_points, tax_minor,
       total_minor, currency, bill_to, seller, locale, issued_at, due_at)
     values ($1, 'OF-A', 'void', 'subscription', '[]', 733117, 0, 0, 0, 733117, 'USD',
       '{"name": "", "email": "", "address": "", "country": "", "tax_id": ""}', '{"name": "S", "details": ""}', 'en',
       now() + interval '1 day', now())`,
    [userA.accountId],
  );
}
