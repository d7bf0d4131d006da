import type { notificationsApi } from '@poklik/contract/notifications';
import type { Handlers } from '../../http/bind-routes.ts';
import { buildPage, pageWindow } from '../../http/paging.ts';
import { translator } from '../../i18n/translate.ts';
import type { Services } from '../../services.ts';
import { toNotification } from './notification.response.ts';
import { createNotificationChanges } from './notification-changes.service.ts';
import { countNotifications, countUnread, getUnreadState, listNotifications } from './notifications.repo.ts';
import {
  createAnnouncement,
  deleteAnnouncement,
  getNotificationReader,
  markAllNotificationsRead,
} from './notifications.service.ts';
import { listNotificationPreferences, setNotificationPreference } from './preferences.service.ts';

export function notificationsRoutes({ db, listen }: Services): Handlers<typeof notificationsApi> {
  const changes = createNotificationChanges(listen);
  return {
    list: async (caller, { query }) => {
      const reader = await getNotificationReader(db, caller);
      const [rows, total, unread] = await Promise.all([
        listNotifications(db, reader, { ...pageWindow(query), order: query.order ?? 'desc' }),
        countNotifications(db, reader),
        countUnread(db, reader),
      ]);
      const { links, meta } = buildPage('/notifications', query, total);
      const isOperator = reader.audiences === null;
      return {
        notifications: rows.map((row) => toNotification(row, isOperator)),
        notification_count: unread,
        links,
        meta,
      };
    },
    create: async (caller, { body }) => {
      const row = await createAnnouncement(db, caller, body);
      return { data: toNotification({ ...row, read: true, readers: 0 }, true) };
    },
    remove: async (caller, { params }) => {
      await deleteAnnouncement(db, params.id);
      return { message: translator(caller.language)('done.notification_deleted') };
    },
    markAllAsRead: async (caller) => {
      await markAllNotificationsRead(db, caller);
      return { message: translator(caller.language)('done.notifications_read') };
    },
    preferences: async (caller) => ({ data: await listNotificationPreferences(db, caller.userId) }),
    savePreference: async (caller, { body }) => ({ data: await setNotificationPreference(db, caller, body) }),
    stream: async function* (caller) {
      const since = changes.subscribe(caller.userId, caller.signal);
      const state = async () => getUnreadState(db, await getNotificationReader(db, caller));
      yield await state();
      for await (const _ of since) yield await state();
    },
  };
}
