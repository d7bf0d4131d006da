import { AppError, invalidField } from '@poklik/contract/errors';
import { PROVIDER_SETTINGS } from '@poklik/contract/provider-settings';
import {
  BRAND_IMAGES,
  GUARDED_SETTINGS,
  SECRET_NAMES,
  SETTING_KEYS,
  SETTING_NAMES,
  type SecretName,
  type SettingChanges,
  type SettingKey,
  type SettingsState,
} from '@poklik/contract/settings';
import { isReadableAccent, nearestReadableAccent } from '@poklik/domain/branding/accent-colors';
import { CREDIT_NOTE_PREFIX } from '@poklik/domain/invoices/invoice-number';
import { environment, parseEnvironment } from '../../config.ts';
import type { Caller } from '../../http/caller.ts';
import type { Services } from '../../services.ts';
import { lockOf, readVat, type StoredValues, toEnvironment } from '../../settings/stored-settings.ts';
import type { StoredValue } from '../../stores/tables/settings.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { AuthTools } from '../auth/auth.service.ts';
import { confirmCaller, type Confirmation as Proof } from '../auth/confirm-caller.service.ts';
import { checkVatSettings } from '../vat/vat-rates.service.ts';
import { checkNewAddress } from './installation.service.ts';
import {
  findBrandImage,
  findPreviousValue,
  getSettingsVersion,
  insertSettings,
  listCurrentSettings,
  lockSettings,
} from './settings.repo.ts';

interface Confirmation extends Proof {
  version: number;
}

const isSecret = (key: SettingKey): key is SecretName => SECRET_NAMES.some((name) => name === key);
/** In the audit log. */
const HIDDEN = '••••';
/** A shorter secret would be half shown by its last four characters. */
const LAST4_FROM_LENGTH = 12;

export async function getSettings(services: Services): Promise<SettingsState> {
  const [rows, version] = await Promise.all([listCurrentSettings(services.db), getSettingsVersion(services.db)]);
  const stored: StoredValues = {};
  for (const { key, value } of rows)
    if (value !== null && (typeof value !== 'object' || Array.isArray(value))) stored[key] = value;
  const locked = Object.fromEntries(
    SETTING_KEYS.flatMap((key) => {
      const variable = lockOf(key, environment);
      return variable === undefined ? [] : [[key, variable]];
    }),
  );
  const secrets = SECRET_NAMES.map((key) => {
    const value = rows.find((row) => row.key === key)?.value;
    const sealed = value !== null && typeof value === 'object' && 'sealed' in value ? value : undefined;
    if (key in locked) return [key, { set: true, last4: null }];
    return [key, { set: sealed !== undefined, last4: sealed?.last4 || null }];
  });
  return {
    version,
    values: { ...valuesInForce(services, stored), ...Object.fromEntries(secrets) },
    locked,
    changed: Object.fromEntries(rows.map(({ key, at, by }) => [key, { at: at.toISOString(), by }])),
  };
}

/** With defaults, as people enter them. */
function valuesInForce({ config }: Services, stored: StoredValues): Record<string, unknown> {
  const set = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed: Record<string, unknown> = parseEnvironment({ ...toEnvironment(stored), ...Object.fromEntries(set) });
  const special: Record<string, unknown> = {
    public_url: config.publicUrl,
    smtp_security: stored.smtp_security ?? 'tls',
    vat: stored.vat ?? 'off',
    seller_oss: stored.seller_oss ?? 'off',
    tracking_url: config.trackingUrl,
    mail_from: config.mailFrom,
    seller_name: config.invoices.seller.name,
    seller_details: config.invoices.seller.details || null,
    ...(lockOf('smtp_host', environment) === undefined ? {} : partsOfSmtpUrl(String(environment.SMTP_URL))),
  };
  return Object.fromEntries(
    SETTING_NAMES.map((key) => {
      const value = key in special ? special[key] : (parsed[key.toUpperCase()] ?? stored[key] ?? null);
      return [key, Array.isArray(value) && value.length === 0 ? null : value];
    }),
  );
}

function partsOfSmtpUrl(text: string): Record<string, unknown> {
  const url = new URL(text);
  return {
    smtp_host: url.hostname,
    smtp_port: url.port === '' ? null : Number(url.port),
    smtp_security: url.protocol === 'smtps:' ? 'tls' : 'starttls',
    smtp_user: url.username === '' ? null : decodeURIComponent(url.username),
  };
}

export async function updateSettings(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  { values, ...confirmation }: Confirmation & { values: Partial<SettingChanges> },
): Promise<void> {
  const keys = SETTING_KEYS.filter((key) => values[key] !== undefined);
  requireUnlocked(keys);
  await requireConfirmation(services, tools, caller, keys, confirmation);
  await checkValues(services, values);
  const rows = keys.map((key) => ({ key, value: sealIfSecret(services, key, values[key] ?? null) }));
  await saveSettings(services, caller, confirmation.version, async () => rows);
}

/** Writes the value before the current one as a new version, so undoing twice restores the current one. */
export async function undoSetting(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  { key, ...confirmation }: Confirmation & { key: SettingKey },
): Promise<void> {
  requireUnlocked([key]);
  await requireConfirmation(services, tools, caller, [key], confirmation);
  await saveSettings(services, caller, confirmation.version, async (tx) => {
    const value = await findPreviousValue(tx, key);
    if (value === undefined) throw new AppError('status_conflict');
    return [{ key, value }];
  });
}

function requireUnlocked(keys: readonly SettingKey[]): void {
  for (const key of keys) {
    const name = lockOf(key, environment);
    if (name !== undefined) throw new AppError('set_by_environment', { values: { name } });
  }
}

async function requireConfirmation(
  services: Services,
  tools: AuthTools,
  caller: Caller,
  keys: readonly SettingKey[],
  confirmation: Confirmation,
): Promise<void> {
  if (keys.some((key) => GUARDED_SETTINGS.has(key))) await confirmCaller(services, tools, caller, confirmation);
}

/** What one value alone cannot tell. */
async function checkValues(services: Services, values: Partial<SettingChanges>): Promise<void> {
  const { accent_color: accent, public_url: url } = values;
  if (accent && !isReadableAccent(accent))
    throw invalidField('values.accent_color', {
      key: 'color_contrast',
      values: { color: nearestReadableAccent(accent) },
    });
  for (const name of BRAND_IMAGES) {
    const hash = values[name];
    if (hash && !(await findBrandImage(services.db, hash))) throw invalidField(`values.${name}`, 'image_invalid');
  }
  if (values.invoice_prefix === CREDIT_NOTE_PREFIX)
    throw invalidField('values.invoice_prefix', 'prefix_of_credit_notes');
  await requireWholeProviders(services, values);
  if (url) await checkNewAddress(services, url);
}

/** The keys of a provider only work together: saved together, and removed together. */
async function requireWholeProviders(services: Services, values: Partial<SettingChanges>): Promise<void> {
  const touched = Object.values(PROVIDER_SETTINGS).filter((keys) => keys.some((key) => values[key] !== undefined));
  if (touched.length === 0) return;
  const now = (await getSettings(services)).values;
  for (const keys of touched) {
    const isMissing = (key: (typeof keys)[number]): boolean => {
      const value = values[key] === undefined ? now[key] : values[key];
      return typeof value === 'object' && value !== null ? !value.set : value === null;
    };
    const missing = keys.filter(isMissing);
    if (missing.length > 0 && missing.length < keys.length) throw invalidField(`values.${missing[0]}`, 'key_pair');
  }
}

function sealIfSecret({ secrets }: Services, key: SettingKey, value: StoredValue): StoredValue {
  if (!isSecret(key) || typeof value !== 'string') return value;
  return { sealed: secrets.seal(value), last4: value.length >= LAST4_FROM_LENGTH ? value.slice(-4) : '' };
}

/** Settings that are texts, by key; those back at their default are undefined. */
const storedText = (rows: readonly { key: SettingKey; value: StoredValue }[]): StoredValues =>
  Object.fromEntries(rows.map(({ key, value }) => [key, typeof value === 'string' ? value : undefined]));

async function saveSettings(
  services: Services,
  caller: Caller,
  version: number,
  findRows: (tx: Services['db']) => Promise<{ key: SettingKey; value: StoredValue }[]>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockSettings(tx);
    if ((await getSettingsVersion(tx)) !== version) throw new AppError('version_conflict');
    const rows = await findRows(tx);
    if (rows.length === 0) return;
    const before = await listCurrentSettings(tx);
    await checkVatSettings(tx, readVat({ ...storedText(before), ...storedText(rows) }));
    const old = (key: SettingKey) => before.find((row) => row.key === key)?.value ?? null;
    const shown = (key: SettingKey, value: StoredValue) => (isSecret(key) && value !== null ? HIDDEN : value);
    await insertSettings(
      tx,
      rows.map((row) => ({ ...row, version: version + 1, by: caller.userId })),
    );
    await recordAudit(tx, {
      actor: caller.userId,
      account: caller.accountId,
      action: 'settings.changed',
      entity: `settings:${version + 1}`,
      before: Object.fromEntries(rows.map(({ key }) => [key, shown(key, old(key))])),
      after: Object.fromEntries(rows.map(({ key, value }) => [key, shown(key, value)])),
      ip: caller.ip,
    });
  });
  await services.liveConfig.refresh();
}
