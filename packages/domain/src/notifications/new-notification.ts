import type { Language } from '@poklik/contract/language';
import type { NewNotification, NotificationForm } from '@poklik/contract/notifications';

/** The form's languages in tab order, with their fields. */
export const FORM_LANGUAGES = [
  { locale: 'en', title: 'englishTitle', message: 'englishMessage' },
  { locale: 'ua', title: 'ukrainianTitle', message: 'ukrainianMessage' },
  { locale: 'ru', title: 'russianTitle', message: 'russianMessage' },
] as const satisfies readonly { locale: Language; title: keyof NotificationForm; message: keyof NotificationForm }[];

export type LanguageState = 'empty' | 'half' | 'whole';

/** Whether a language has both texts, one, or none, after trimming. */
export function languageState(form: NotificationForm, locale: Language): LanguageState {
  const fields = FORM_LANGUAGES.find((each) => each.locale === locale);
  const filled = fields ? [form[fields.title], form[fields.message]].filter((text) => text.trim() !== '').length : 0;
  return filled === 2 ? 'whole' : filled === 1 ? 'half' : 'empty';
}

/** The notification to send, in every language with both texts; null if there is none. */
export function newNotification(
  form: NotificationForm,
  audience: Omit<NewNotification, 'titles' | 'messages'> = {},
): NewNotification | null {
  const whole = FORM_LANGUAGES.filter(({ locale }) => languageState(form, locale) === 'whole');
  if (whole.length === 0) return null;
  return {
    titles: whole.map(({ locale, title }) => ({ locale, title: form[title].trim() })),
    messages: whole.map(({ locale, message }) => ({ locale, message: form[message].trim() })),
    ...audience,
  };
}
