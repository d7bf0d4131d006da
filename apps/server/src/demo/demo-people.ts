import { ROLES } from '@poklik/contract/roles';
import { createVerifiedUser } from '../features/auth/auth.service.ts';
import type { Passwords } from '../features/auth/passwords.ts';
import { announce } from '../features/notifications/notifications.service.ts';
import type { Services } from '../services.ts';

const DEMO_PASSWORD = 'demo-password-2026';

const PEOPLE = [
  { email: 'super@demo.test', name: 'Олена Бондар', role: ROLES.SUPER_ADMIN },
  { email: 'admin@demo.test', name: 'Марко Сидоренко', role: ROLES.ADMIN },
  { email: 'user@demo.test', name: 'Анна Коваленко', role: ROLES.USER },
];

const ANNOUNCEMENTS = [
  {
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
  },
  {
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
  },
] as const;

/** The people of the demonstration, once: whoever starts it again finds them as they were left. */
export async function seedDemoPeople(services: Services, passwords: Passwords): Promise<void> {
  const [operator] = await Promise.all(
    PEOPLE.map((person) =>
      createVerifiedUser(services.db, passwords, { ...person, password: DEMO_PASSWORD, timezone: 'Europe/Kyiv' }),
    ),
  );
  if (!operator) return;
  for (const { titles, messages } of ANNOUNCEMENTS) {
    await announce(services.db, { userId: operator.id }, { titles: [...titles], messages: [...messages] });
  }
}
