import type { NewNotification } from '@poklik/contract/notifications';
import { getTariffByCode } from '@poklik/server/features/billing/tariffs/tariffs.service';
import { createAnnouncement } from '@poklik/server/features/notifications/notifications.service';
import { type DemoEvent, daysAgo, hoursAgo } from './context.ts';

const announce = (at: Date, announcement: NewNotification, tariffCode?: string): DemoEvent => ({
  at,
  run: async ({ services: { db }, person }) => {
    const audience = tariffCode === undefined ? {} : { tariff_id: (await getTariffByCode(db, tariffCode)).id };
    await createAnnouncement(db, { userId: (await person('super@demo.test')).id }, { ...announcement, ...audience });
  },
});

/** Announcements of the operator to all users or to one plan. */
export const ANNOUNCEMENTS: DemoEvent[] = [
  announce(daysAgo(14, 10), {
    titles: [
      { locale: 'en', title: 'Planned maintenance on Sunday' },
      { locale: 'ru', title: 'Плановые работы в воскресенье' },
      { locale: 'ua', title: 'Планові роботи в неділю' },
    ],
    messages: [
      {
        locale: 'en',
        message: 'On Sunday from 03:00 to 03:20 UTC reports may be slow. Links and postbacks work as always.',
      },
      {
        locale: 'ru',
        message:
          'В воскресенье с 03:00 до 03:20 UTC отчёты могут открываться медленно. Ссылки и постбэки работают как всегда.',
      },
      {
        locale: 'ua',
        message:
          'У неділю з 03:00 до 03:20 UTC звіти можуть відкриватися повільно. Посилання та постбеки працюють як завжди.',
      },
    ],
  }),
  announce(
    daysAgo(6, 12),
    {
      titles: [
        { locale: 'en', title: 'More API calls on Pro' },
        { locale: 'ru', title: 'Больше запросов к API на Pro' },
        { locale: 'ua', title: 'Більше запитів до API на Pro' },
      ],
      messages: [
        { locale: 'en', message: 'Your API tokens can now make more calls per minute. See the limit under Plans.' },
        {
          locale: 'ru',
          message: 'Ваши API-токены теперь могут отправлять больше запросов в минуту. Лимит — в разделе «Тарифы».',
        },
        {
          locale: 'ua',
          message: 'Ваші API-токени тепер можуть надсилати більше запитів на хвилину. Ліміт — у розділі «Тарифи».',
        },
      ],
    },
    'pro',
  ),
  announce(hoursAgo(1), {
    titles: [
      { locale: 'en', title: 'Welcome to the demo' },
      { locale: 'ru', title: 'Добро пожаловать в демо' },
      { locale: 'ua', title: 'Вітаємо в демо' },
    ],
    messages: [
      { locale: 'en', message: 'Everything here is made up: try whatever you like, nothing can be broken.' },
      { locale: 'ru', message: 'Все данные здесь вымышленные: пробуйте что угодно, сломать ничего нельзя.' },
      { locale: 'ua', message: 'Усі дані тут вигадані: пробуйте що завгодно, зламати нічого не можна.' },
    ],
  }),
];
