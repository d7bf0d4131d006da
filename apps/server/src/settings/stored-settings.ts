import { PROVIDER_SETTINGS } from '@poklik/contract/provider-settings';
import { SECRET_NAMES, SETTING_KEYS, type SettingKey } from '@poklik/contract/settings';
import type { Brand } from '@poklik/domain/branding/brand';
import type { VatSettings } from '@poklik/domain/vat/treatment';
import { tidyVatId } from '@poklik/domain/vat/vat-id';
import type { ProviderSettings } from '../payments/provider-settings.ts';

/** Of the settings that differ from their default. Secrets are opened. */
export type StoredValues = Partial<Record<SettingKey, string | number | readonly string[]>>;

const text = (value: StoredValues[SettingKey]): string | null => (typeof value === 'string' ? value : null);

export const readBrand = (stored: StoredValues): Brand => ({
  accentColor: text(stored.accent_color),
  logoLight: text(stored.logo_light),
  logoDark: text(stored.logo_dark),
  favicon: text(stored.favicon),
  loginText: { ua: text(stored.login_text_ua), ru: text(stored.login_text_ru), en: text(stored.login_text_en) },
  supportEmail: text(stored.support_email),
  supportUrl: text(stored.support_url),
});

export const readVat = (stored: StoredValues): VatSettings => ({
  isOn: stored.vat === 'on',
  isOss: stored.seller_oss === 'on',
  country: text(stored.seller_country),
  vatId: tidyVatId(text(stored.seller_vat_id) ?? '') || null,
  street: text(stored.seller_street),
  city: text(stored.seller_city),
  postcode: text(stored.seller_postcode),
  registration: text(stored.seller_registration),
  currency: text(stored.vat_currency),
});

export function readProviders(stored: StoredValues): ProviderSettings {
  const read = (key: SettingKey): string => text(stored[key]) ?? '';
  const isSet = (provider: keyof ProviderSettings): boolean =>
    PROVIDER_SETTINGS[provider].every((key) => read(key) !== '');
  return {
    ...(isSet('monobank') ? { monobank: { token: read('monobank_token') } } : {}),
    ...(isSet('btcpay')
      ? {
          btcpay: {
            ...{ url: read('btcpay_url'), storeId: read('btcpay_store_id'), apiKey: read('btcpay_api_key') },
            webhookSecret: read('btcpay_webhook_secret'),
          },
        }
      : {}),
    ...(isSet('wayforpay')
      ? { wayforpay: { account: read('wayforpay_account'), secretKey: read('wayforpay_secret_key') } }
      : {}),
    ...(isSet('liqpay')
      ? { liqpay: { publicKey: read('liqpay_public_key'), privateKey: read('liqpay_private_key') } }
      : {}),
  };
}

const SMTP_KEYS: ReadonlySet<SettingKey> = new Set([
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_user',
  'smtp_password',
]);
const STRIPE_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
/** Settings that only exist in the browser. */
const BROWSER_KEYS =
  /^(accent_color|logo_|favicon|login_text_|support_|monobank_|btcpay_|wayforpay_|liqpay_|vat|seller_(oss|street|city|postcode|country|vat_id|registration)$)/;

/** The variables that set a setting in the environment. */
export function variablesOf(key: SettingKey): readonly string[] {
  if (SMTP_KEYS.has(key)) return ['SMTP_URL'];
  if (key.startsWith('stripe_')) return STRIPE_VARIABLES;
  return BROWSER_KEYS.test(key) ? [] : [key.toUpperCase()];
}

/** The variable that sets a setting in the environment and so locks it, if one does. */
export const lockOf = (key: SettingKey, environment: NodeJS.ProcessEnv): string | undefined =>
  variablesOf(key).find((name) => (environment[name] ?? '') !== '');

/** Stored settings as the variables that they replace. */
export function toEnvironment(stored: StoredValues): NodeJS.ProcessEnv {
  const { smtp_host: host, stripe_secret_key: stripeKey, stripe_webhook_secret: stripeSecret } = stored;
  const plain = SETTING_KEYS.filter(
    (key) => stored[key] !== undefined && !SMTP_KEYS.has(key) && !BROWSER_KEYS.test(key) && !isSecret(key),
  );
  return {
    ...Object.fromEntries(plain.map((key) => [key.toUpperCase(), asText(stored[key])])),
    ...(host === undefined ? {} : { SMTP_URL: smtpUrl(stored) }),
    ...(stripeKey === undefined || stripeSecret === undefined
      ? {}
      : { STRIPE_SECRET_KEY: String(stripeKey), STRIPE_WEBHOOK_SECRET: String(stripeSecret) }),
  };
}

const isSecret = (key: SettingKey): boolean => SECRET_NAMES.some((name) => name === key);

const asText = (value: StoredValues[SettingKey]): string =>
  typeof value === 'object' ? value.join(',') : String(value ?? '');

const PORTS = { tls: 465, starttls: 587, none: 25 } as const;

function smtpUrl(stored: StoredValues): string {
  const { smtp_host: host, smtp_port: port, smtp_user: user, smtp_password: password } = stored;
  const security = (stored.smtp_security ?? 'tls') as keyof typeof PORTS;
  const part = (value: StoredValues[SettingKey]) => encodeURIComponent(String(value ?? ''));
  const login = user === undefined ? '' : `${part(user)}:${part(password)}@`;
  const options = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' }[security];
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host}:${port ?? PORTS[security]}/${options}`;
}
