import type { Notification } from '@poklik/contract/notifications';
import type { Profile } from '@poklik/contract/profile';
import { ROLES, type Role } from '@poklik/contract/roles';

export const someone = (role: Role = ROLES.USER): Profile => ({
  id: 7,
  email: 'anna@example.com',
  name: 'Анна',
  phone: null,
  company: null,
  messenger: null,
  role,
  status: 'active',
  email_verified_at: '2026-01-01T00:00:00.000Z',
  locale: 'ua',
  timezone: 'Europe/Kyiv',
  currency: 'USD',
  referral_code: 'ANNA2026',
  can_edit_profile: true,
  team: { role: 'OWNER', campaign_ids: null, can_see_money: true, can_export: true },
  impersonated_until: null,
  permissions: ['profile:read', 'notifications:read'],
  last_login_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
});

export const announcement = (id: number, changes: Partial<Notification> = {}): Notification => ({
  id,
  created_at: '2026-02-03T14:05:00.000Z',
  kind: 'announcement',
  read: false,
  titles: [
    { locale: 'en', title: `Works ${id}` },
    { locale: 'ua', title: `Роботи ${id}` },
  ],
  messages: [
    { locale: 'en', message: `From two to three, part ${id}.` },
    { locale: 'ua', message: `З другої до третьої, частина ${id}.` },
  ],
  ...changes,
});

/** An answer of the list with all of its rows on one page, unless said otherwise. */
export const listOf = (notifications: Notification[], page = { current: 1, last: 1 }) => ({
  notifications,
  notification_count: notifications.filter(({ read }) => !read).length,
  links: {
    prev: page.current > 1 ? '/v1/notifications?page=prev' : null,
    next: page.current < page.last ? '/v1/notifications?page=next' : null,
  },
  meta: {
    current_page: page.current,
    last_page: page.last,
    per_page: 10,
    total: page.last === 1 ? notifications.length : page.last * 10,
    links: Array.from({ length: page.last }, (_, index) => ({
      label: String(index + 1),
      active: index + 1 === page.current,
    })),
  },
});
