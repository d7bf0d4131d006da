import { NewNotification, type NotificationForm } from '@poklik/contract/notifications';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formProblems } from './form-problems.ts';
import { newNotification } from './new-notification.ts';

const FILLED: NotificationForm = {
  englishTitle: 'Works tonight',
  englishMessage: 'From two to three.',
  russianTitle: '',
  russianMessage: '',
  ukrainianTitle: '',
  ukrainianMessage: '',
};

describe('formProblems', () => {
  it.each([
    ['nothing when English is whole', {}, {}],
    ['the English title when it is empty', { englishTitle: '' }, { englishTitle: { key: 'englishTitle.required' } }],
    [
      'the English message when it is empty',
      { englishMessage: '' },
      { englishMessage: { key: 'englishMessage.required' } },
    ],
    [
      'an English message of fourteen characters',
      { englishMessage: ` ${'x'.repeat(14)} ` },
      { englishMessage: { key: 'too_short', values: { min: 15 } } },
    ],
    ['nothing for a message of fifteen characters', { englishMessage: 'x'.repeat(15) }, {}],
    [
      'a short message of another language that has a title',
      { ukrainianTitle: 'Роботи', ukrainianMessage: 'Вночі' },
      { ukrainianMessage: { key: 'too_short', values: { min: 15 } } },
    ],
    ['nothing of a language that is half filled and will not be sent', { russianMessage: 'Ночью' }, {}],
    [
      'a title of more than two hundred characters',
      { englishTitle: 'x'.repeat(201) },
      { englishTitle: { key: 'too_long', values: { max: 200 } } },
    ],
  ])('reports %s', (_, changes, problems) => {
    expect(formProblems({ ...FILLED, ...changes })).toEqual(problems);
  });

  it('reports the English title before the English message', () => {
    expect(Object.keys(formProblems({ ...FILLED, englishTitle: '', englishMessage: '' }))).toEqual([
      'englishTitle',
      'englishMessage',
    ]);
  });

  it('reports nothing only if there is nothing to send or the contract accepts it', () => {
    const text = fc.oneof(fc.constant(''), fc.constant(' '), fc.stringMatching(/^[ a-zа-яії]{0,30}$/));
    const form = fc.record({
      englishTitle: text,
      englishMessage: text,
      russianTitle: text,
      russianMessage: text,
      ukrainianTitle: text,
      ukrainianMessage: text,
    });
    fc.assert(
      fc.property(form, (each) => {
        fc.pre(Object.keys(formProblems(each)).length === 0);
        const sent = newNotification(each);
        expect(sent === null || NewNotification.safeParse(sent).success).toBe(true);
      }),
    );
  });
});
