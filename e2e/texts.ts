import type { Language } from '@poklik/contract/language';
import enAuth from '@poklik/locales/en/auth.json' with { type: 'json' };
import enErrors from '@poklik/locales/en/errors.json' with { type: 'json' };
import enInvoices from '@poklik/locales/en/invoices.json' with { type: 'json' };
import enReferrals from '@poklik/locales/en/referrals.json' with { type: 'json' };
import enSelect from '@poklik/locales/en/select.json' with { type: 'json' };
import enSidebar from '@poklik/locales/en/sidebar.json' with { type: 'json' };
import enStatistics from '@poklik/locales/en/statistics.json' with { type: 'json' };
import enTariffs from '@poklik/locales/en/tariffs.json' with { type: 'json' };
import enTransactions from '@poklik/locales/en/transactions.json' with { type: 'json' };
import enWithdrawal from '@poklik/locales/en/withdrawal.json' with { type: 'json' };
import ruAuth from '@poklik/locales/ru/auth.json' with { type: 'json' };
import ruErrors from '@poklik/locales/ru/errors.json' with { type: 'json' };
import ruInvoices from '@poklik/locales/ru/invoices.json' with { type: 'json' };
import ruReferrals from '@poklik/locales/ru/referrals.json' with { type: 'json' };
import ruSelect from '@poklik/locales/ru/select.json' with { type: 'json' };
import ruSidebar from '@poklik/locales/ru/sidebar.json' with { type: 'json' };
import ruStatistics from '@poklik/locales/ru/statistics.json' with { type: 'json' };
import ruTariffs from '@poklik/locales/ru/tariffs.json' with { type: 'json' };
import ruTransactions from '@poklik/locales/ru/transactions.json' with { type: 'json' };
import ruWithdrawal from '@poklik/locales/ru/withdrawal.json' with { type: 'json' };
import uaAuth from '@poklik/locales/ua/auth.json' with { type: 'json' };
import uaErrors from '@poklik/locales/ua/errors.json' with { type: 'json' };
import uaInvoices from '@poklik/locales/ua/invoices.json' with { type: 'json' };
import uaReferrals from '@poklik/locales/ua/referrals.json' with { type: 'json' };
import uaSelect from '@poklik/locales/ua/select.json' with { type: 'json' };
import uaSidebar from '@poklik/locales/ua/sidebar.json' with { type: 'json' };
import uaStatistics from '@poklik/locales/ua/statistics.json' with { type: 'json' };
import uaTariffs from '@poklik/locales/ua/tariffs.json' with { type: 'json' };
import uaTransactions from '@poklik/locales/ua/transactions.json' with { type: 'json' };
import uaWithdrawal from '@poklik/locales/ua/withdrawal.json' with { type: 'json' };

/** Interface texts in each language. */
export const TEXTS = {
  ua: {
    auth: uaAuth,
    errors: uaErrors,
    invoices: uaInvoices,
    referrals: uaReferrals,
    select: uaSelect,
    sidebar: uaSidebar,
    statistics: uaStatistics,
    tariffs: uaTariffs,
    transactions: uaTransactions,
    withdrawal: uaWithdrawal,
  },
  ru: {
    auth: ruAuth,
    errors: ruErrors,
    invoices: ruInvoices,
    referrals: ruReferrals,
    select: ruSelect,
    sidebar: ruSidebar,
    statistics: ruStatistics,
    tariffs: ruTariffs,
    transactions: ruTransactions,
    withdrawal: ruWithdrawal,
  },
  en: {
    auth: enAuth,
    errors: enErrors,
    invoices: enInvoices,
    referrals: enReferrals,
    select: enSelect,
    sidebar: enSidebar,
    statistics: enStatistics,
    tariffs: enTariffs,
    transactions: enTransactions,
    withdrawal: enWithdrawal,
  },
} satisfies Record<Language, unknown>;

/** Fills in the placeholders of a text, as the app does. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''));
