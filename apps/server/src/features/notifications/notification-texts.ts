import { LANGUAGES, type Language } from '@poklik/contract/language';
import { type Notification, NotificationKind } from '@poklik/contract/notifications';
import { translator } from '../../i18n/translate.ts';
import type { NotificationRow } from './notifications.repo.ts';

/** Announcements have the texts that were written for them; messages of the product are put into words here, in every language. */
export function toNotification(row: NotificationRow): Notification {
  const kind = NotificationKind.parse(row.kind);
  const say = (part: 'title' | 'message', language: Language) =>
    translator(language)(`notifications.${kind}.${part}`, valuesForLanguage(row.values, language));
  const isAnnouncement = kind === 'announcement';
  return {
    id: row.id,
    kind,
    created_at: row.createdAt.toISOString(),
    read: row.read,
    role: row.role,
    tariff: row.tariff,
    titles: isAnnouncement ? row.titles : LANGUAGES.map((locale) => ({ locale, title: say('title', locale) })),
    messages: isAnnouncement ? row.messages : LANGUAGES.map((locale) => ({ locale, message: say('message', locale) })),
  };
}

/** A value that differs by language is kept once for each, as `name_ua`, `name_ru` and `name_en`. */
const valuesForLanguage = (values: NotificationRow['values'], language: Language): NotificationRow['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.endsWith(`_${language}`) ? name.slice(0, -language.length - 1) : name,
      value,
    ]),
  );
