import type { Language } from '@poklik/contract/language';
import enAuth from '@poklik/locales/en/auth.json' with { type: 'json' };
import enErrors from '@poklik/locales/en/errors.json' with { type: 'json' };
import enReferrals from '@poklik/locales/en/referrals.json' with { type: 'json' };
import enSelect from '@poklik/locales/en/select.json' with { type: 'json' };
import enSidebar from '@poklik/locales/en/sidebar.json' with { type: 'json' };
import ruAuth from '@poklik/locales/ru/auth.json' with { type: 'json' };
import ruErrors from '@poklik/locales/ru/errors.json' with { type: 'json' };
import ruReferrals from '@poklik/locales/ru/referrals.json' with { type: 'json' };
import ruSelect from '@poklik/locales/ru/select.json' with { type: 'json' };
import ruSidebar from '@poklik/locales/ru/sidebar.json' with { type: 'json' };
import uaAuth from '@poklik/locales/ua/auth.json' with { type: 'json' };
import uaErrors from '@poklik/locales/ua/errors.json' with { type: 'json' };
import uaReferrals from '@poklik/locales/ua/referrals.json' with { type: 'json' };
import uaSelect from '@poklik/locales/ua/select.json' with { type: 'json' };
import uaSidebar from '@poklik/locales/ua/sidebar.json' with { type: 'json' };

/** What a person reads, in each language. */
export const TEXTS = {
  ua: { auth: uaAuth, errors: uaErrors, referrals: uaReferrals, select: uaSelect, sidebar: uaSidebar },
  ru: { auth: ruAuth, errors: ruErrors, referrals: ruReferrals, select: ruSelect, sidebar: ruSidebar },
  en: { auth: enAuth, errors: enErrors, referrals: enReferrals, select: enSelect, sidebar: enSidebar },
} satisfies Record<Language, unknown>;
