import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passwordProblems, resemblesEmail } from './password-rules.ts';

const keysOf = (password: string, { email = 'anna@example.test', isCommon = false } = {}) =>
  passwordProblems({ password, email, isCommon }).map(({ key }) => key);

describe('new password', () => {
  it.each([
    ['is good when it is long and not guessable', 'correct horse', {}, []],
    ['is good at exactly ten characters', '1234567ab!', {}, []],
    ['needs ten characters', '123456789', {}, ['too_short']],
    ['has at most 128 characters', 'x'.repeat(129), {}, ['too_long']],
    ['is not one that everybody uses', 'qwertyuiop', { isCommon: true }, ['password_common']],
    ['is not the address', 'Anna@Example.test', {}, ['password_is_email']],
    ['is not the name part of the address', 'annakovalenko', { email: 'annakovalenko@a.test' }, ['password_is_email']],
    ['is not the address backwards', 'tset.elpmaxe@anna', {}, ['password_is_email']],
    ['may contain the address among other words', 'my anna@example.test pass', {}, []],
    [
      'says everything that is wrong at once',
      'anna',
      { email: 'anna@a.test', isCommon: true },
      ['too_short', 'password_common', 'password_is_email'],
    ],
  ])('%s', (_, password, options, expected) => {
    expect(keysOf(password, options)).toEqual(expected);
  });

  it('is never rejected for its characters', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 10, maxLength: 128, unit: 'binary' }), (password) => {
        fc.pre(password.length <= 128 && !resemblesEmail(password, 'anna@example.test'));
        expect(keysOf(password)).toEqual([]);
      }),
    );
  });
});
