import { authApi, type SignUpRules } from '@poklik/contract/auth';
import { LANGUAGES } from '@poklik/contract/language';
import { notificationsApi } from '@poklik/contract/notifications';
import { profileApi } from '@poklik/contract/profile';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newQueryClient } from '../api/query-client.ts';
import { languageOfPath, storedLanguage } from '../i18n/language.ts';
import { answered, errorResponse, fakeServer } from '../testing/fake-server.ts';
import { buildProfile } from '../testing/profile.ts';
import { startTestI18n } from '../testing/texts.ts';
import { redirectOnSessionExpiry, routes } from './router.tsx';
import { signedInScreens } from './screens.ts';

const PROFILE = buildProfile({
  email: 'anna@example.test',
  name: 'Анна Коваленко',
  permissions: ['profile:read', 'profile:write', 'notifications:read'],
});
const NO_PAGES = { current_page: 1, last_page: 1, per_page: 10, total: 0, links: [] };
const RULES: SignUpRules = {
  policy: 'open',
  domains: [],
  password: { min_length: 10, max_length: 128 },
  referrer: null,
  setup: false,
  invitation: null,
  terms: null,
};

let server: ReturnType<typeof fakeServer>;

beforeEach(() => {
  vi.stubGlobal('scrollTo', vi.fn());
  server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, PROFILE));
  server.on(authApi.signUpRules, () => answered(authApi.signUpRules, { data: RULES }));
  server.on(notificationsApi.list, () =>
    answered(notificationsApi.list, {
      notifications: [],
      notification_count: 0,
      links: { prev: null, next: null },
      meta: NO_PAGES,
    }),
  );
  server.onEvents(notificationsApi.stream, { notification_count: 0, newest_unread_id: null });
});

afterEach(() => {
  Cookies.remove('token');
  Cookies.remove('ref');
  localStorage.clear();
});

/** The whole app at one path. */
async function open(address: string) {
  await startTestI18n(languageOfPath(address) ?? storedLanguage());
  const router = createMemoryRouter(routes, { initialEntries: ['/before', address], initialIndex: 1 });
  redirectOnSessionExpiry(router);
  render(
    <QueryClientProvider client={newQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 }, { timeout: 15_000 });
  const where = () => `${router.state.location.pathname}${router.state.location.search}${router.state.location.hash}`;
  return { router, where };
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const signedIn = () => Cookies.set('token', 'abc');

describe('path without a language', () => {
  it('redirects to the stored language, with search and hash', async () => {
    signedIn();
    localStorage.setItem('selectedLanguage', 'ru');
    const { where } = await open('/statistics?company_id=1#chart');
    expect(where()).toBe('/ru/statistics?company_id=1#chart');
    expect(heading()).toBe('Статистика');
  });

  it('redirects to ua by default, and unknown paths show not found', async () => {
    const { where } = await open('/nowhere/at/all');
    expect(where()).toBe('/ua/nowhere/at/all');
    expect(heading()).toBe('Сторінку не знайдено');
  });

  it.each(['/login', '/registration'])('stays as it is for %s', async (address) => {
    localStorage.setItem('selectedLanguage', 'en');
    const { where } = await open(address);
    expect(where()).toBe(address);
  });

  it('replaces the history entry', async () => {
    signedIn();
    const { router, where } = await open('/profile');
    expect(where()).toBe('/ua/profile');
    await router.navigate(-1);
    await waitFor(() => expect(where()).toBe('/ua/before'));
  });
});

describe('path with a language', () => {
  it.each(LANGUAGES)('is shown in %s and stores it', async (language) => {
    const { where } = await open(`/${language}/login`);
    expect(where()).toBe(`/${language}/login`);
    expect(heading()).toBe({ ua: 'Вхід', ru: 'Вход', en: 'Log in' }[language]);
    expect(localStorage.getItem('selectedLanguage')).toBe(language);
    expect(document.documentElement.lang).toBe({ ua: 'uk', ru: 'ru', en: 'en-GB' }[language]);
  });

  it('is case-sensitive', async () => {
    const { where } = await open('/UA/login');
    expect(where()).toBe('/ua/UA/login');
    expect(heading()).toBe('Сторінку не знайдено');
  });
});

describe('root path', () => {
  it('sends a visitor to /login with the origin', async () => {
    const { router, where } = await open('/');
    expect(where()).toBe('/login');
    expect(router.state.location.state.from).toMatchObject({ pathname: '/ua' });
  });

  it('sends a logged-in user to campaigns', async () => {
    signedIn();
    const { where } = await open('/');
    expect(where()).toBe('/ua/campaign');
  });
});

describe('protected screen', () => {
  it.each(signedInScreens.map(({ path }) => `/en/${path?.replace(':id', '1')}`))(
    'sends a visitor of %s to /login and replaces the history entry',
    async (address) => {
      const { router, where } = await open(`${address}?a=1#b`);
      expect(where()).toBe('/login');
      expect(router.state.location.state.from).toMatchObject({ pathname: address, search: '?a=1', hash: '#b' });
      await router.navigate(-1);
      await waitFor(() => expect(where()).toBe('/en/before'));
    },
  );

  it('sends a visitor to /login with the origin, and returns after login', async () => {
    const user = userEvent.setup({ delay: null });
    server.on(authApi.login, () => answered(authApi.login, { token: 'abc' }));
    const { router, where } = await open('/en/statistics?x=1#y');
    expect(where()).toBe('/login');
    expect(router.state.location.state.from).toMatchObject({ pathname: '/en/statistics', search: '?x=1', hash: '#y' });

    await user.type(screen.getByLabelText('Email'), 'anna@example.test');
    await user.type(screen.getByLabelText('Password'), 'a long enough passphrase');
    await user.click(screen.getByRole('button', { name: 'Log in' }));
    await waitFor(() => expect(where()).toBe('/en/statistics?x=1#y'));
    expect(Cookies.get('token')).toBe('abc');
    expect(await screen.findByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
  });

  it('sends to /login when the server rejects the token, and keeps the origin', async () => {
    signedIn();
    server.on(profileApi.get, () => errorResponse('unauthenticated', 'Сеанс завершено.'));
    const { router, where } = await open('/ua/invoices');
    await waitFor(() => expect(where()).toBe('/login'));
    expect(router.state.location.state.from).toMatchObject({ pathname: '/ua/invoices' });
    expect(Cookies.get('token')).toBeUndefined();
  });

  it('goes to /login only after the logout is confirmed', async () => {
    signedIn();
    const user = userEvent.setup({ delay: null });
    server.on(authApi.logout, () => errorResponse('unavailable', 'Сервіс недоступний.'));
    const { where } = await open('/ua/campaign');
    await user.click(await screen.findByRole('button', { name: 'Вийти' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Так' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Сервіс недоступний.');
    expect(where()).toBe('/ua/campaign');
    expect(Cookies.get('token')).toBe('abc');

    server.on(authApi.logout, () => answered(authApi.logout, { message: 'Ok' }));
    await user.click(within(dialog).getByRole('button', { name: 'Так' }));
    await waitFor(() => expect(where()).toBe('/login'));
    expect(Cookies.get('token')).toBeUndefined();
  });
});

describe('login screen', () => {
  it('stays and shows one message for wrong credentials', async () => {
    const user = userEvent.setup({ delay: null });
    server.on(authApi.login, () => errorResponse('wrong_credentials', 'Неправильна адреса або пароль.'));
    const { where } = await open('/ua/login');
    await user.type(screen.getByLabelText('Електронна пошта'), 'anna@example.test');
    await user.type(screen.getByLabelText('Пароль'), 'not the password');
    await user.click(screen.getByRole('button', { name: 'Увійти' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Неправильна адреса або пароль.');
    expect(where()).toBe('/ua/login');
    expect(screen.getByLabelText('Електронна пошта')).toHaveValue('anna@example.test');
    expect(screen.getByLabelText('Пароль')).toHaveFocus();
  });

  it('is skipped when logged in', async () => {
    signedIn();
    const { where } = await open('/ru/login');
    expect(where()).toBe('/ru/campaign');
  });
});

describe('language selector', () => {
  it('replaces the first segment and keeps the rest of the path and the origin', async () => {
    const user = userEvent.setup({ delay: null });
    const { router, where } = await open('/ua/registration?ref=FRIEND42#terms');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Мова' }), 'english');
    await waitFor(() => expect(where()).toBe('/en/registration?ref=FRIEND42#terms'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
    expect(router.state.location.state).toBeNull();
  });

  it('adds the language to a path without one and keeps the origin', async () => {
    const user = userEvent.setup({ delay: null });
    const { router, where } = await open('/ua/statistics');
    expect(where()).toBe('/login');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Мова' }), 'ru');
    await waitFor(() => expect(where()).toBe('/ru/login'));
    expect(router.state.location.state.from).toMatchObject({ pathname: '/ua/statistics' });
  });
});

it('keeps the shell when a screen crashes', async () => {
  signedIn();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('reportError', vi.fn());
  // A profile that breaks one screen but not the shell.
  server.on(profileApi.get, () => answered(profileApi.get, { ...PROFILE, timezone: 'No/Such_Zone' }));
  await open('/ua/profile');
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Статистика' })).toBeVisible();
});
