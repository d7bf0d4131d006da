import type { CustomerFilter } from '@poklik/contract/customers';
import type { Language } from '@poklik/contract/language';
import type { LegalSlug } from '@poklik/contract/legal';
import { SETTING_KEYS, type SettingChanges } from '@poklik/contract/settings';
import { fromMinor } from '@poklik/domain/money/amount';
import { PROPOSED_RATES } from '@poklik/domain/vat/rates';
import { environment } from '@poklik/server/config';
import { setLimits } from '@poklik/server/features/billing/customer-billing/set-limits.service';
import { saveRates } from '@poklik/server/features/currency-rates/currency-rates.service';
import { addNote, setTags } from '@poklik/server/features/customers/customers.service';
import { publishDocument } from '@poklik/server/features/legal/legal.service';
import { saveSegment } from '@poklik/server/features/segments/segments.service';
import { getSettingsVersion } from '@poklik/server/features/settings/settings.repo';
import { updateSettings } from '@poklik/server/features/settings/settings.service';
import { confirmVatRates } from '@poklik/server/features/vat/vat-rates.service';
import { lockOf } from '@poklik/server/settings/stored-settings';
import { DEMO_PASSWORD, type DemoContext, type DemoEvent, daysAgo, hoursAgo, STAFF } from '../context.ts';

const [{ email: SUPER }] = STAFF;

const setRates = (days: number, EUR: string, UAH: string): DemoEvent => ({
  at: daysAgo(days, 10),
  run: async ({ services, as }) => {
    const rates = Object.entries({ EUR, UAH }).map(([currency, rate]) => ({
      ...{ currency: currency as 'EUR' | 'UAH', rate },
      source: 'manual' as const,
    }));
    await saveRates(services.db, await as(SUPER), { rates });
  },
});

const SETTINGS: Partial<SettingChanges> = {
  support_email: 'support@demo.test',
  support_url: 'https://help.demo.example/',
  seller_name: 'Poklik Demo OÜ',
  seller_details: 'Приклад, не справжня компанія',
  bank_details: 'Demo Bank\nIBAN EE382200221020145685\nBIC DEMOEE2X',
  ...{ seller_street: 'Pikk 1', seller_postcode: '10123', seller_city: 'Tallinn', seller_country: 'EE' },
  ...{
    seller_registration: '10000000',
    seller_vat_id: 'EE100207415',
    vat: 'on',
    seller_oss: 'on',
    vat_currency: 'EUR',
  },
  keep_emails_days: 60,
  login_text_ua: 'Демо: user@demo.test, пароль demo-password-2026',
  login_text_ru: 'Демо: user@demo.test, пароль demo-password-2026',
  login_text_en: 'Demo: user@demo.test, password demo-password-2026',
};

async function changeSettings({ services, tools, as }: DemoContext): Promise<void> {
  const free = SETTING_KEYS.filter((key) => key in SETTINGS && lockOf(key, environment) === undefined);
  const values = Object.fromEntries(free.map((key) => [key, SETTINGS[key]])) as Partial<SettingChanges>;
  const change = { version: await getSettingsVersion(services.db), values, password: DEMO_PASSWORD };
  await updateSettings(services, tools, await as(SUPER), change);
}

/** Before VAT goes on, as every operator has to. */
async function confirmRates({ services, as }: DemoContext): Promise<void> {
  const rates = Object.entries(PROPOSED_RATES).map(([country, basisPoints]) => ({
    ...{ country, valid_from: '2026-01-01' },
    rate: fromMinor(BigInt(basisPoints)),
  }));
  await confirmVatRates(services.db, await as(SUPER), { rates });
}

type Texts = Record<Language, { title: string; text: string }>;

const TERMS: Texts = {
  ua: {
    title: 'Умови користування',
    text: 'Приклад для демо, не юридичний документ.\n\nСервіс рахує кліки та конверсії ваших кампаній. Ви відповідаєте за посилання, які ведете на рекламодавців, і за вміст своїх оголошень.\n\nТариф діє до кінця оплаченого періоду. Посилання працюють і після нього.',
  },
  ru: {
    title: 'Условия использования',
    text: 'Пример для демо, не юридический документ.\n\nСервис считает клики и конверсии ваших кампаний. Вы отвечаете за ссылки, которые ведёте на рекламодателей, и за содержание своих объявлений.\n\nТариф действует до конца оплаченного периода. Ссылки работают и после него.',
  },
  en: {
    title: 'Terms of use',
    text: 'An example for the demo, not a legal document.\n\nThe service counts the clicks and conversions of your campaigns. You are responsible for the links that lead to advertisers and for what your ads say.\n\nA plan is valid until the end of the paid period. Links keep working after it.',
  },
};

const PRIVACY: Texts = {
  ua: {
    title: 'Політика приватності',
    text: 'Приклад для демо, не юридичний документ.\n\nПро відвідувача зберігаються час кліку, країна, пристрій, браузер і IP-адреса. Вони потрібні, щоб відрізняти людей від ботів і рахувати унікальні кліки.\n\nДані видаляються, коли закінчується строк зберігання вашого тарифу.',
  },
  ru: {
    title: 'Политика конфиденциальности',
    text: 'Пример для демо, не юридический документ.\n\nО посетителе хранятся время клика, страна, устройство, браузер и IP-адрес. Они нужны, чтобы отличать людей от ботов и считать уникальные клики.\n\nДанные удаляются, когда заканчивается срок хранения вашего тарифа.',
  },
  en: {
    title: 'Privacy policy',
    text: 'An example for the demo, not a legal document.\n\nFor each visitor the time of the click, country, device, browser and IP address are kept. They are needed to tell people from bots and to count unique clicks.\n\nThe data is deleted when the retention of your plan ends.',
  },
};

/** The first version is in force at once, so it is published last. */
const publish = (slug: LegalSlug, texts: Texts): DemoEvent => ({
  at: hoursAgo(0),
  run: async ({ services, as }) => {
    await publishDocument(services, await as(SUPER), slug, { version: 0, texts, needs_acceptance: false });
  },
});

/** What the operator has set up. */
export const OPERATOR: DemoEvent[] = [
  setRates(100, '1.0842', '0.02391'),
  setRates(38, '1.0915', '0.02402'),
  { at: daysAgo(60, 10), run: confirmRates },
  { at: daysAgo(60, 11), run: changeSettings },
  publish('terms', TERMS),
  publish('privacy', PRIVACY),
];

const DAY_MS = 86_400_000;

const tag = (days: number, email: string, ...tags: string[]): DemoEvent => ({
  at: daysAgo(days, 11),
  run: async ({ services: { db }, as, person }) => setTags(db, await as(SUPER), (await person(email)).accountId, tags),
});

const note = (days: number, email: string, text: string): DemoEvent => ({
  at: daysAgo(days, 12),
  run: async ({ services: { db }, as, person }) => addNote(db, await as(SUPER), (await person(email)).accountId, text),
});

const segment = (name: string, filter: CustomerFilter): DemoEvent => ({
  at: daysAgo(5, 13),
  run: async ({ services: { db }, as }) => saveSegment(db, await as(SUPER), null, { name, filter }),
});

/** What the operator knows about customers. */
export const CUSTOMER_CARE: DemoEvent[] = [
  tag(60, 'user@demo.test', 'vip', 'nutra'),
  tag(55, 'agency@demo.test', 'agency', 'vip'),
  tag(40, 'shop@demo.test', 'e-commerce'),
  tag(21, 'clicker@demo.test', 'fraud'),
  note(58, 'user@demo.test', 'Просить рахунки до 3-го числа: бухгалтерія закриває місяць рано.'),
  note(
    9,
    'user@demo.test',
    'Готує великий запуск у грудні, обговорили окремий ліміт подій.\nПередзвонити після 20-го.',
  ),
  note(30, 'agency@demo.test', 'Prefers English. Asked about SSO, not planned yet.'),
  note(21, 'clicker@demo.test', 'Заблоковано: реферальні реєстрації з однієї мережі.'),
  {
    at: daysAgo(8, 15),
    run: async ({ services: { db }, as, person }) =>
      setLimits(db, await as(SUPER), (await person('agency@demo.test')).id, {
        ...{ events: 2_500_000, campaigns: null, seats: 25, blacklist: null, domains: null },
        until: new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10),
        reason: 'Seasonal launch, agreed by phone',
      }),
  },
  segment('VIP', { tag: 'vip' }),
  segment('Майже вичерпали квоту', { usage: '80' }),
  segment('Неактивні місяць', { inactive: '30' }),
];
