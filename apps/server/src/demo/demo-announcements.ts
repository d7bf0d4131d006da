import type { NewNotification } from '@poklik/contract/notifications';
import { announce } from '../features/notifications/notifications.service.ts';
import { daysAgo, hoursAgo, type Scene } from './demo-world.ts';

const announced = (at: Date, announcement: NewNotification): Scene => ({
  at,
  play: async ({ services, person }) =>
    announce(services.db, { userId: (await person('super@demo.test')).id }, announcement),
});

/** What the operator tells everybody. */
export const ANNOUNCEMENTS: Scene[] = [
  announced(daysAgo(14, 10), {
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
  announced(hoursAgo(1), {
    titles: [
      { locale: 'en', title: 'Welcome to the demo' },
      { locale: 'ru', title: 'Добро пожаловать в демонстрацию' },
      { locale: 'ua', title: 'Вітаємо в демонстрації' },
    ],
    messages: [
      { locale: 'en', message: 'Everything here is made up: try whatever you like, nothing can be broken.' },
      { locale: 'ru', message: 'Всё здесь вымышлено: пробуйте что угодно, сломать ничего нельзя.' },
      { locale: 'ua', message: 'Тут усе вигадане: пробуйте що завгодно, зламати нічого не можна.' },
    ],
  }),
];
