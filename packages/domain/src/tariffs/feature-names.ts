import type { Language } from '@poklik/contract/language';
import type { PlanFeature } from '@poklik/contract/plan-features';

/** As on the cards of plans and in refusals. */
export const FEATURE_NAMES: Record<PlanFeature, Record<Language, string>> = {
  team: { en: 'Team members', ua: 'Команда', ru: 'Команда' },
  api: { en: 'API tokens', ua: 'API-токени', ru: 'API-токены' },
  domains: { en: 'Own tracking domains', ua: 'Власні домени для трекінгу', ru: 'Свои домены для трекинга' },
  landers: { en: 'Landers', ua: 'Лендінги', ru: 'Лендинги' },
  connections: {
    en: 'Connections to ad platforms',
    ua: 'Підключення до рекламних платформ',
    ru: 'Подключения к рекламным платформам',
  },
};
