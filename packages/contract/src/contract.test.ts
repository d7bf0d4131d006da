import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { api } from './api.ts';
import { RegistrationWithTerms } from './auth.ts';
import { LocalTime } from './costs.ts';
import type { Endpoint } from './endpoint.ts';
import { problemsByField } from './issues.ts';
import { NewNotification } from './notifications.ts';
import { SETTING_VALUES } from './settings.ts';

const endpoints = Object.entries(api).flatMap(([feature, entries]) =>
  Object.entries(entries as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${feature}.${name}`,
    endpoint,
  })),
);

describe('the contract', () => {
  it('declares every path once', () => {
    const addresses = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(endpoints)('$name declares exactly the parameters of its path', ({ endpoint }) => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    const declared = endpoint.params
      ? Object.keys((z.toJSONSchema(endpoint.params, { io: 'input' }) as { properties: object }).properties)
      : [];
    expect(declared.sort()).toEqual(inPath);
  });

  it.each(endpoints)('$name can be expressed as JSON Schema', ({ endpoint }) => {
    for (const part of [endpoint.query, endpoint.body])
      if (part) expect(z.toJSONSchema(part, { io: 'input' })).toBeTypeOf('object');
    expect(z.toJSONSchema(endpoint.response)).toBeTypeOf('object');
  });
});

describe('form validation problems', () => {
  const problems = (schema: z.ZodMiniType, value: unknown) => {
    const parsed = schema.safeParse(value, { reportInput: true });
    return parsed.success ? {} : problemsByField(parsed.error.issues);
  };
  const good = { email: 'a@b.test', password: 'long enough', password_confirmation: 'long enough', accept_terms: true };

  it.each([
    ['a missing field', { ...good, email: undefined }, { email: [{ key: 'required' }] }],
    ['an empty field', { ...good, email: '  ' }, { email: [{ key: 'required' }] }],
    ['a broken address', { ...good, email: 'a@b' }, { email: [{ key: 'email' }] }],
    [
      'a short password',
      { ...good, password: 'short', password_confirmation: 'short' },
      { password: [{ key: 'too_short', values: { min: 10 } }] },
    ],
    [
      'two different passwords',
      { ...good, password_confirmation: 'other' },
      { password_confirmation: [{ key: 'passwords_differ' }] },
    ],
    [
      'terms that were not accepted',
      { ...good, accept_terms: undefined },
      { accept_terms: [{ key: 'terms_not_accepted' }] },
    ],
    ['a value of another type', { ...good, email: 7 }, { email: [{ key: 'invalid' }] }],
    ['a control character in a name', { ...good, name: 'a\u0000b' }, { name: [{ key: 'invalid' }] }],
  ])('give the reason: %s', (_, value, expected) => {
    expect(problems(RegistrationWithTerms, value)).toEqual(expected);
  });

  it('name the form of a date or time', () => {
    expect(problems(LocalTime, '31.05.2026')).toEqual({ '': [{ key: 'local_time' }] });
  });

  it.each([1.5, '1.5', 'abc'])('ask for a whole number instead of %o', (value) => {
    expect(problems(SETTING_VALUES.limit_user_per_minute, value)).toEqual({ '': [{ key: 'whole_number' }] });
  });

  it('name the form of a web address', () => {
    expect(problems(SETTING_VALUES.support_url, 'javascript:x')).toEqual({ '': [{ key: 'web_address' }] });
  });

  it('include the index inside lists', () => {
    const value = { titles: [{ locale: 'en', title: '' }], messages: [{ locale: 'en', message: 'short' }] };
    expect(problems(NewNotification, value)).toEqual({
      'titles.0.title': [{ key: 'required' }],
      'messages.0.message': [{ key: 'too_short', values: { min: 15 } }],
    });
  });
});
