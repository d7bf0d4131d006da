import { NewNotification, type NotificationForm } from '@poklik/contract/notifications';
import { ROLES } from '@poklik/contract/roles';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORM_LANGUAGES, languageState, newNotification } from './new-notification.ts';

const EMPTY: NotificationForm = {
  englishTitle: '',
  englishMessage: '',
  russianTitle: '',
  russianMessage: '',
  ukrainianTitle: '',
  ukrainianMessage: '',
};
const english = { englishTitle: 'Works tonight', englishMessage: 'From two to three.' };
const ukrainian = { ukrainianTitle: 'Роботи вночі', ukrainianMessage: 'З другої до третьої.' };
const russian = { russianTitle: 'Работы ночью', russianMessage: 'С двух до трёх часов.' };

const localesOf = (form: Partial<NotificationForm>) =>
  newNotification({ ...EMPTY, ...form })?.titles.map(({ locale }) => locale) ?? null;

describe('newNotification', () => {
  it.each([
    ['all three languages when all are whole', { ...english, ...ukrainian, ...russian }, ['en', 'ua', 'ru']],
    ['English alone', english, ['en']],
    ['no language that has only a title', { ...english, ukrainianTitle: 'Роботи' }, ['en']],
    ['no language that has only a message', { ...english, russianMessage: 'С двух до трёх.' }, ['en']],
    ['no language whose title is only spaces', { ...english, ...russian, russianTitle: '  \n' }, ['en']],
    ['a language other than English by itself', ukrainian, ['ua']],
    ['nothing when no language is whole', { englishTitle: 'Works', russianMessage: 'С двух.' }, null],
    ['nothing when everything is empty', {}, null],
  ])('sends %s', (_, form, locales) => {
    expect(localesOf(form)).toEqual(locales);
  });

  it('reads each text from its own field and trims it', () => {
    expect(
      newNotification({ ...EMPTY, ...english, ukrainianTitle: ' Роботи ', ukrainianMessage: ' З другої. ' }),
    ).toEqual({
      titles: [
        { locale: 'en', title: 'Works tonight' },
        { locale: 'ua', title: 'Роботи' },
      ],
      messages: [
        { locale: 'en', message: 'From two to three.' },
        { locale: 'ua', message: 'З другої.' },
      ],
    });
  });

  it('targets everyone unless a role or a plan is selected', () => {
    const everyone = newNotification({ ...EMPTY, ...english });
    expect(everyone).not.toHaveProperty('role');
    expect(everyone).not.toHaveProperty('tariff_id');
    expect(newNotification({ ...EMPTY, ...english }, { role: ROLES.ADMIN })).toEqual({ ...everyone, role: 2 });
    expect(newNotification({ ...EMPTY, ...english }, { tariff_id: 3 })).toEqual({ ...everyone, tariff_id: 3 });
  });

  const text = fc.oneof(fc.constant(''), fc.constant('  '), fc.string());
  const form = fc.record({
    englishTitle: text,
    englishMessage: text,
    russianTitle: text,
    russianMessage: text,
    ukrainianTitle: text,
    ukrainianMessage: text,
  });

  it('sends exactly the languages that have both a title and a message', () => {
    fc.assert(
      fc.property(form, (each) => {
        const whole = FORM_LANGUAGES.filter(({ locale }) => languageState(each, locale) === 'whole').map(
          ({ locale }) => locale,
        );
        const sent = newNotification(each);
        expect(sent?.titles.map(({ locale }) => locale) ?? []).toEqual(whole);
        expect(sent?.messages.map(({ locale }) => locale) ?? []).toEqual(whole);
      }),
    );
  });

  it('creates a valid request when the texts are long enough', () => {
    const long = fc.stringMatching(/^[a-zA-Zа-яіїєґ]{15,60}$/);
    fc.assert(
      fc.property(
        fc.record({
          englishTitle: long,
          englishMessage: long,
          russianTitle: fc.option(long, { nil: '' }),
          russianMessage: fc.option(long, { nil: '' }),
          ukrainianTitle: fc.option(long, { nil: '' }),
          ukrainianMessage: fc.option(long, { nil: '' }),
        }),
        (each) => {
          expect(NewNotification.safeParse(newNotification(each)).success).toBe(true);
        },
      ),
    );
  });
});

describe('languageState', () => {
  it.each([
    ['whole', english],
    ['half', { englishTitle: 'Works tonight' }],
    ['half', { englishMessage: 'From two to three.', englishTitle: ' ' }],
    ['empty', { englishTitle: ' ', englishMessage: '\n' }],
  ] as const)('is %s', (state, form) => {
    expect(languageState({ ...EMPTY, ...form }, 'en')).toBe(state);
  });
});
