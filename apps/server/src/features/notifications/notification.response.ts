import { LANGUAGES, type Language } from '@poklik/contract/language';
import { type Notification, NotificationKind } from '@poklik/contract/notifications';
import { translator } from '../../i18n/translate.ts';
import type { NotificationRow } from './notifications.repo.ts';

/** Announcements carry their own texts; all other notifications are translated here into every language. */
export function toNotification(row: NotificationRow, isOperator: boolean): Notification {
  const kind = NotificationKind.parse(row.kind);
  const t = (part: 'title' | 'message', language: Language) =>
    translator(language)(`notifications.${kind}.${part}`, valuesForLanguage(row.values, language));
  const isAnnouncement = kind === 'announcement';
  return {
    id: row.id,
    kind,
    created_at: row.createdAt.toISOString(),
    read: row.read,
    role: row.role,
    tariff: row.tariff,
    segment: isOperator && row.segmentName !== null ? { name: row.segmentName } : null,
    starts_at: row.startsAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    by_mail: row.byMail,
    readers: isOperator && isAnnouncement ? row.readers : null,
    titles: isAnnouncement ? row.titles : LANGUAGES.map((locale) => ({ locale, title: t('title', locale) })),
    messages: isAnnouncement ? row.messages : LANGUAGES.map((locale) => ({ locale, message: t('message', locale) })),
  };
}

/** Translated values are stored per language, as `name_ua`, `name_ru` and `name_en`. */
export const valuesForLanguage = (values: NotificationRow['values'], language: Language): NotificationRow['values'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name.endsWith(`_${language}`) ? name.slice(0, -language.length - 1) : name,
      value,
    ]),
  );
