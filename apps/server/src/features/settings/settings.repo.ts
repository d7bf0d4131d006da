import type { SettingKey } from '@poklik/contract/settings';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import { SETTINGS_CHANNEL } from '../../settings/live-config.ts';
import type { StoredValues } from '../../settings/stored-settings.ts';
import type { Database } from '../../stores/postgres.ts';
import type { SecretBox } from '../../stores/secret-box.ts';
import { brandImages, type StoredValue, settings } from '../../stores/tables/settings.ts';
import { users } from '../../stores/tables/users.ts';

/** Any number that nothing else locks with. */
const LOCK = 7_305_531;

/** As the driver reads it: the column would parse a text of digits again, and make a number of it. */
const storedValue = sql<StoredValue>`${settings.value}`;

/** The latest row of every setting that was ever changed. */
export const listCurrentSettings = (db: Database) =>
  db
    .selectDistinctOn([settings.key], {
      key: settings.key,
      value: storedValue,
      version: settings.version,
      at: settings.at,
      by: users.email,
    })
    .from(settings)
    .leftJoin(users, eq(users.id, settings.by))
    .orderBy(settings.key, desc(settings.version));

export async function getSettingsVersion(db: Database): Promise<number> {
  const [found] = await db.select({ version: sql<number>`coalesce(max(${settings.version}), 0)::int` }).from(settings);
  return found?.version ?? 0;
}

/** Changes are made one after another, so that versions are never shared. */
export const lockSettings = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);

/** What the setting was before its current version; undefined if it never changed. */
export async function findPreviousValue(db: Database, key: SettingKey): Promise<StoredValue | undefined> {
  const [current] = await db
    .select({ version: settings.version })
    .from(settings)
    .where(eq(settings.key, key))
    .orderBy(desc(settings.version))
    .limit(1);
  if (!current) return undefined;
  const [previous] = await db
    .select({ value: storedValue })
    .from(settings)
    .where(and(eq(settings.key, key), lt(settings.version, current.version)))
    .orderBy(desc(settings.version))
    .limit(1);
  return previous?.value ?? null;
}

export async function insertSettings(
  tx: Database,
  rows: readonly { key: SettingKey; value: StoredValue; version: number; by: number }[],
): Promise<void> {
  await tx.insert(settings).values([...rows]);
  await tx.execute(sql`select pg_notify(${SETTINGS_CHANNEL}, '')`);
}

/** Stored settings with secrets opened. Processes without the key leave secrets out. */
export async function readStoredValues(db: Database, secrets: SecretBox | undefined): Promise<StoredValues> {
  const rows = await db
    .selectDistinctOn([settings.key], { key: settings.key, value: storedValue })
    .from(settings)
    .orderBy(settings.key, desc(settings.version));
  const found: StoredValues = {};
  for (const { key, value } of rows) {
    if (value === null) continue;
    if (typeof value !== 'object' || Array.isArray(value)) found[key] = value;
    else if (secrets) found[key] = secrets.open(value.sealed);
  }
  return found;
}

export const insertBrandImage = (db: Database, image: { hash: string; png: Buffer }) =>
  db.insert(brandImages).values(image).onConflictDoNothing();

export async function findBrandImage(db: Database, hash: string): Promise<Buffer | undefined> {
  const [found] = await db.select({ png: brandImages.png }).from(brandImages).where(eq(brandImages.hash, hash));
  return found?.png;
}
