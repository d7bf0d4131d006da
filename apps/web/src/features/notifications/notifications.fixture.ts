import type { Notification } from '@poklik/contract/notifications';
import type { Profile } from '@poklik/contract/profile';
import { ROLES, type Role } from '@poklik/contract/roles';
import { buildProfile } from '../../testing/profile.ts';

export const buildUser = (role: Role = ROLES.USER): Profile =>
  buildProfile({ role, permissions: ['profile:read', 'notifications:read'] });

export const announcement = (id: number, changes: Partial<Notification> = {}): Notification => ({
  id,
  created_at: '2026-02-03T14:05:00.000Z',
  kind: 'announcement',
  read: false,
  role: null,
  tariff: null,
  segment: null,
  starts_at: null,
  ends_at: null,
  readers: 0,
  by_mail: false,
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

/** A list response with all rows on one page by default. */
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
