import type { FieldProblem } from '@poklik/contract/errors';
import { MESSAGE_MAX, MESSAGE_MIN, type NotificationForm, TITLE_MAX } from '@poklik/contract/notifications';
import { FORM_LANGUAGES, languageState } from './new-notification.ts';

type Field = keyof NotificationForm;

/**
 * Problems by field, in the order of the tabs. English is required; lengths are checked for every language that would
 * be sent.
 */
export function formProblems(form: NotificationForm): Partial<Record<Field, FieldProblem>> {
  const problems: Partial<Record<Field, FieldProblem>> = {};
  for (const { locale, title, message } of FORM_LANGUAGES) {
    for (const [field, problem] of [
      [title, lengthProblem(form[title], 1, TITLE_MAX)],
      [message, lengthProblem(form[message], MESSAGE_MIN, MESSAGE_MAX)],
    ] as const) {
      if (locale === 'en' && form[field] === '') problems[field] = { key: `${field}.required` };
      else if (problem && languageState(form, locale) === 'whole') problems[field] = problem;
    }
  }
  return problems;
}

function lengthProblem(text: string, min: number, max: number): FieldProblem | undefined {
  const { length } = text.trim();
  if (length < min) return { key: 'too_short', values: { min } };
  if (length > max) return { key: 'too_long', values: { max } };
  return undefined;
}
