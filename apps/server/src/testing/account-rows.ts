import type { Pool } from '../stores/postgres.ts';
import type { Person } from './test-app.ts';

/** Tables whose rows belong to no account, or that the worker changes by itself. */
const NOBODYS = new Set([
  'rate_limits',
  'tariffs',
  'coupons',
  'conversion_feed',
  'conversion_stores',
  'account_shards',
  'invoice_series',
  'credit_note_series',
  'statistics_checks',
  'analytics_databases',
  'ledger_checks',
  'process_figures',
  'trackers',
  'shared_secrets',
  'certificates',
  'acme_accounts',
  'acme_challenges',
  'acme_orders',
  'cost_folds',
  'settings',
  'vat_rates',
  'brand_images',
  'legal_documents',
  'segments',
  'account_usage',
  'network_templates',
]);

/** Tables with an owner; other tables belong to the owner that their foreign keys lead to. */
const ROOTS: Record<string, (person: Person) => string> = {
  accounts: ({ accountId }) => `id = ${accountId}`,
  users: ({ id, accountId }) => `id = ${id} or account_id = ${accountId}`,
  cap_usage: ({ accountId }) => `campaign_id in (select id from campaigns where account_id = ${accountId})`,
  emails: ({ email }) => `recipient = '${email}'`,
};

interface Reference {
  table: string;
  column: string;
  target: string;
}

/** Fingerprints all rows that belong to a user, in every table. */
export async function fingerprintAccount(pool: Pool, person: Person): Promise<() => Promise<string>> {
  const { tables, references } = await schemaOf(pool);
  const prints = tables.map((table) => {
    const condition = ownership(table, references, person);
    // A new table must either have an owner or be listed above.
    if (!condition) throw new Error(`nothing says whose the rows of ${table} are`);
    return `select '${table}' as name, count(*), md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
      from ${table} t where ${condition}`;
  });
  // Named, so that a connection plans its many parts only once.
  const question = { name: `fingerprint of ${person.id}`, text: `${prints.join(' union all ')} order by 1` };
  return async () => {
    const { rows } = await pool.query(question);
    return rows.map(({ name, count, print }) => `${name} ${count} ${print}`).join('\n');
  };
}

function ownership(table: string, references: readonly Reference[], person: Person): string | null {
  const root = ROOTS[table];
  if (root) return root(person);
  const ways = references
    .filter((reference) => reference.table === table && reference.target !== table)
    .map(({ column, target }) => {
      const condition = ownership(target, references, person);
      return condition && `${column} in (select id from ${target} where ${condition})`;
    })
    .filter(Boolean);
  return ways.length > 0 ? ways.join(' or ') : null;
}

async function schemaOf(pool: Pool): Promise<{ tables: string[]; references: Reference[] }> {
  const tables = await pool.query(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  );
  const references = await pool.query(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as target
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by 1, 2`,
  );
  return {
    tables: tables.rows.map(({ name }) => name).filter((name) => !NOBODYS.has(name)),
    references: references.rows,
  };
}
