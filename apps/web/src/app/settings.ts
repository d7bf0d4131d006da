import type { Language } from '@poklik/contract/language';
import { brandImagePath } from '@poklik/domain/branding/brand-image-path';

interface Settings {
  appName: string;
  sentryDsn: string | null;
  /** Accounts have tracking domains. */
  hasDomains: boolean;
  /** What the operator set for the look of the service. Images are hashes. */
  brand: {
    logoLight: string | null;
    logoDark: string | null;
    loginText: Record<Language, string | null>;
    supportEmail: string | null;
    supportUrl: string | null;
  };
}

const DEFAULTS: Settings = {
  appName: 'Poklik',
  sentryDsn: null,
  hasDomains: false,
  brand: {
    logoLight: null,
    logoDark: null,
    loginText: { ua: null, ru: null, en: null },
    supportEmail: null,
    supportUrl: null,
  },
};

/** Settings the server wrote into the page; defaults without a server. */
function readSettings(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = readSettings();

const { logoLight, logoDark } = settings.brand;
const anyLogo = logoLight ?? logoDark;

/** The operator's logo; one for both themes if there is only one. */
export const logoImages =
  anyLogo === null
    ? undefined
    : { light: brandImagePath(logoLight ?? anyLogo), dark: brandImagePath(logoDark ?? anyLogo) };
