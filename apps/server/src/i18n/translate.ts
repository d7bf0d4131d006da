import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@poklik/contract/language';
import enApi from '@poklik/locales/en/api.json' with { type: 'json' };
import enCampaigns from '@poklik/locales/en/campaigns.json' with { type: 'json' };
import enConversions from '@poklik/locales/en/conversions.json' with { type: 'json' };
import enErrors from '@poklik/locales/en/errors.json' with { type: 'json' };
import enStatistics from '@poklik/locales/en/statistics.json' with { type: 'json' };
import ruApi from '@poklik/locales/ru/api.json' with { type: 'json' };
import ruCampaigns from '@poklik/locales/ru/campaigns.json' with { type: 'json' };
import ruConversions from '@poklik/locales/ru/conversions.json' with { type: 'json' };
import ruErrors from '@poklik/locales/ru/errors.json' with { type: 'json' };
import ruStatistics from '@poklik/locales/ru/statistics.json' with { type: 'json' };
import uaApi from '@poklik/locales/ua/api.json' with { type: 'json' };
import uaCampaigns from '@poklik/locales/ua/campaigns.json' with { type: 'json' };
import uaConversions from '@poklik/locales/ua/conversions.json' with { type: 'json' };
import uaErrors from '@poklik/locales/ua/errors.json' with { type: 'json' };
import uaStatistics from '@poklik/locales/ua/statistics.json' with { type: 'json' };
import i18next from 'i18next';
import en from './locales/en.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import ua from './locales/ua.json' with { type: 'json' };

export type Translate = (key: string, values?: Record<string, string | number>) => string;

const texts = {
  ua: {
    api: uaApi,
    campaigns: uaCampaigns,
    conversions: uaConversions,
    errors: uaErrors,
    statistics: uaStatistics,
    server: ua,
  },
  ru: {
    api: ruApi,
    campaigns: ruCampaigns,
    conversions: ruConversions,
    errors: ruErrors,
    statistics: ruStatistics,
    server: ru,
  },
  en: {
    api: enApi,
    campaigns: enCampaigns,
    conversions: enConversions,
    errors: enErrors,
    statistics: enStatistics,
    server: en,
  },
};

const engine = i18next.createInstance({
  resources: Object.fromEntries(LANGUAGES.map((code) => [LANGUAGE_TAGS[code], texts[code]])),
  lng: LANGUAGE_TAGS.en,
  fallbackLng: false,
  defaultNS: 'server',
  ns: ['server', 'errors', 'api', 'campaigns', 'conversions', 'statistics'],
  initAsync: false,
  // Not escaped: emails escape when they build their markup.
  interpolation: { escapeValue: false },
});
await engine.init();

/**
 * Texts of errors (`errors:code`), the API reference (`api:reference.…`), metrics (`statistics:…`), campaigns and conversions from
 * the browser's files, and the server's own.
 */
export const translator = (language: Language): Translate => {
  const translate = engine.getFixedT(LANGUAGE_TAGS[language]);
  return (key, values) => translate(key, values ?? {});
};
