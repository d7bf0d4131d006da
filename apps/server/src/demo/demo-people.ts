import { ROLES } from '@poklik/contract/roles';
import { createVerifiedUser } from '../features/auth/auth.service.ts';
import type { Passwords } from '../features/auth/passwords.ts';
import { createCampaign } from '../features/campaigns/campaigns.service.ts';
import { announce } from '../features/notifications/notifications.service.ts';
import { moveToTariff, tariffByCode } from '../features/tariffs/tariffs.service.ts';
import type { Services } from '../services.ts';
import { DEMO_CAMPAIGNS } from './demo-campaigns.ts';

const DEMO_PASSWORD = 'demo-password-2026';

const PEOPLE = [
  { email: 'super@demo.test', name: 'Олена Бондар', role: ROLES.SUPER_ADMIN },
  { email: 'admin@demo.test', name: 'Марко Сидоренко', role: ROLES.ADMIN },
  { email: 'user@demo.test', name: 'Анна Коваленко', role: ROLES.USER },
  { email: 'agency@demo.test', name: 'Nord Media', role: ROLES.USER },
  { email: 'shop@demo.test', name: 'Ірина Левченко', role: ROLES.USER },
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

/** The people of the demonstration and their campaigns, once: whoever starts it again finds them as they were left. */
export async function seedDemo(services: Services, passwords: Passwords): Promise<void> {
  const people = await Promise.all(
    PEOPLE.map((person) =>
      createVerifiedUser(services.db, passwords, { ...person, password: DEMO_PASSWORD, timezone: 'Europe/Kyiv' }),
    ),
  );
  for (const person of people) {
    if (person?.role === ROLES.SUPER_ADMIN) await announceAll(services, person.id);
    else if (person) await seedCampaigns(services, person);
  }
}

async function announceAll(services: Services, userId: number): Promise<void> {
  for (const { titles, messages } of ANNOUNCEMENTS) {
    await announce(services.db, { userId }, { titles: [...titles], messages: [...messages] });
  }
}

async function seedCampaigns(services: Services, person: { id: number; accountId: number; email: string }) {
  const { accountId, email } = person;
  const wish = DEMO_CAMPAIGNS[email];
  if (!wish) return;
  await moveToTariff(services.db, accountId, (await tariffByCode(services.db, wish.tariff)).id);
  const author = { accountId, userId: person.id, campaignIds: null, apiToken: null, canSeeMoney: true };
  for (const campaign of wish.campaigns()) await createCampaign(services, author, campaign);
}
