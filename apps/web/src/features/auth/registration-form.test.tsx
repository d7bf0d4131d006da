import { authApi, type SignUpRules } from '@poklik/contract/auth';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { renderAt } from '../../testing/render.tsx';
import { AuthPage } from './auth-page.tsx';

const OPEN: SignUpRules = {
  policy: 'open',
  domains: [],
  password: { min_length: 10, max_length: 128 },
  referrer: null,
  setup: false,
  invitation: null,
  terms: null,
};

let server: ReturnType<typeof fakeServer>;
let registered: unknown;
let askedRef: string | null;
let place: () => string;

beforeEach(() => {
  server = fakeServer();
  registered = undefined;
  askedRef = null;
  server.on(authApi.register, ({ body }) => {
    registered = body;
    return answered(authApi.register, { message: 'Ok', data: { email: 'anna@example.test' } });
  });
  server.on(authApi.login, () => errorResponse('wrong_credentials', 'Ні.'));
});

afterEach(() => Cookies.remove('ref'));

async function open(rules: Partial<SignUpRules> = {}, search = '') {
  server.on(authApi.signUpRules, ({ query }) => {
    askedRef = query.get('ref');
    return answered(authApi.signUpRules, { data: { ...OPEN, ...rules } });
  });
  const { router } = await renderAt(<AuthPage />, { at: `/ua/registration${search}` });
  place = () => router.state.location.pathname;
  await loadNamespaces(['auth']);
  return userEvent.setup({ delay: null });
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  const paste = async (label: string, text: string) => {
    await user.click(await screen.findByLabelText(label));
    await user.paste(text);
  };
  await paste('Електронна пошта', 'anna@example.test');
  await paste('Пароль', 'a long enough passphrase');
  await paste('Повторіть пароль', 'a long enough passphrase');
  await user.click(screen.getByRole('button', { name: 'Зареєструватися' }));
}

describe('short password', () => {
  it('is rejected by the rule shown at the field, once', async () => {
    const user = await open();
    const password = await screen.findByLabelText('Пароль');
    await user.click(password);
    await user.paste('short');
    await user.click(screen.getByRole('button', { name: 'Зареєструватися' }));
    await waitFor(() => expect(password).toBeInvalid());
    expect(password).toHaveAccessibleDescription(/Щонайменше 10 символів/);
    expect(screen.getAllByText(/10/)).toHaveLength(1);
    expect(registered).toBeUndefined();
  });
});

describe('terms', () => {
  const terms = { url: 'https://legal.example/terms', privacy_url: 'https://legal.example/privacy', version: '3' };

  it('are hidden when the operator has none', async () => {
    const user = await open();
    await fillIn(user);
    await waitFor(() => expect(registered).toMatchObject({ email: 'anna@example.test' }));
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  });

  it('are linked and required when the operator has them', async () => {
    const user = await open({ terms });
    const box = await screen.findByRole('checkbox', {
      name: 'Я приймаю умови користування та політику конфіденційності',
    });
    for (const [name, url] of [
      ['умови користування', terms.url],
      ['політику конфіденційності', terms.privacy_url],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(link).toHaveAttribute('href', url);
      expect(link).toHaveAttribute('target', '_blank');
      expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    }
    await fillIn(user);
    expect(await screen.findByText('Прийміть умови, щоб продовжити')).toBeVisible();
    expect(registered).toBeUndefined();
    await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Зареєструватися' }));
    await waitFor(() => expect(registered).toMatchObject({ accept_terms: true }));
  });
});

describe('sign-up policy', () => {
  it('closed shows no form', async () => {
    await open({ policy: 'closed' });
    expect(await screen.findByText('Реєстрацію закрито.')).toBeVisible();
    expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
  });

  it('by invitation requires a referral link', async () => {
    await open({ policy: 'invite' });
    expect(await screen.findByText(/лише за запрошенням/)).toBeVisible();
    expect(screen.queryByLabelText('Пароль')).not.toBeInTheDocument();
  });

  it('by invitation accepts a referral link and sends its code', async () => {
    const user = await open({ policy: 'invite', referrer: { name: 'Олег' } }, '?ref=FRIEND42');
    expect(await screen.findByText('Вас запрошує Олег')).toBeVisible();
    await fillIn(user);
    await waitFor(() => expect(registered).toMatchObject({ ref: 'FRIEND42' }));
  });

  it('by domain lists the domains', async () => {
    await open({ policy: 'domains', domains: ['example.com', 'example.org'] });
    expect(await screen.findByText(/example\.com, example\.org/)).toBeVisible();
    expect(screen.getByLabelText('Пароль')).toBeVisible();
  });
});

describe('operator setup link', () => {
  it('opens a closed registration and is sent along', async () => {
    const user = await open({ policy: 'closed', setup: true }, '?setup=one-time');
    expect(await screen.findByRole('heading', { name: 'Обліковий запис оператора' })).toBeVisible();
    await fillIn(user);
    await waitFor(() => expect(registered).toMatchObject({ setup_token: 'one-time' }));
  });

  it('is reported as invalid when it is', async () => {
    await open({}, '?setup=used-before');
    expect(await screen.findByText(/недійсне або вже використане/)).toBeVisible();
  });
});

describe('referral code', () => {
  it('that is unknown is kept for a month but not sent', async () => {
    const user = await open({}, '?ref=NOBODY99');
    await fillIn(user);
    await waitFor(() => expect(registered).toBeDefined());
    expect(registered).not.toHaveProperty('ref');
  });

  it('comes from the cookie without a link', async () => {
    Cookies.set('ref', 'FRIEND42');
    await open();
    await waitFor(() => expect(askedRef).toBe('FRIEND42'));
  });
});

it('of an existing account ends with the check-your-email step and allows resending after a minute', async () => {
  const user = await open();
  await fillIn(user);
  expect(await screen.findByRole('heading', { name: 'Перевірте пошту' })).toBeVisible();
  expect(screen.getByText(/anna@example\.test/)).toBeVisible();
  expect(screen.getByRole('button', { name: /Надіслати ще раз можна через/ })).toBeDisabled();
});

it('updates the password rules while typing', async () => {
  const user = await open();
  await user.type(await screen.findByLabelText('Електронна пошта'), 'anna@example.test');
  const rule = (text: RegExp) => screen.getByText(text).closest('li');
  await user.type(screen.getByLabelText('Пароль'), 'anna');
  expect(rule(/Щонайменше 10 символів/)).not.toHaveAttribute('data-kept');
  expect(rule(/Не збігається/)).not.toHaveAttribute('data-kept');
  await user.type(screen.getByLabelText('Пароль'), ' likes tea');
  expect(rule(/Щонайменше 10 символів/)).toHaveAttribute('data-kept');
  expect(rule(/Не збігається/)).toHaveAttribute('data-kept');
});

describe('team invitation', () => {
  const invitation = { email: 'anna@example.test', role: 'EDITOR', owner: 'Nord Media' } as const;
  afterEach(() => Cookies.remove('token'));

  it('is accepted with its own email, also when logged in and with closed sign-up', async () => {
    Cookies.set('token', 'of-the-account-that-they-leave');
    const user = await open({ policy: 'closed', invitation }, '?invite=secret');
    expect(await screen.findByText(/Nord Media/)).toBeVisible();
    expect(screen.getByLabelText('Електронна пошта')).toHaveValue('anna@example.test');
    expect(screen.getByLabelText('Електронна пошта')).toHaveAttribute('readonly');
    for (const label of ['Пароль', 'Повторіть пароль']) {
      await user.click(screen.getByLabelText(label));
      await user.paste('a long enough passphrase');
    }
    await user.click(screen.getByRole('button', { name: 'Зареєструватися' }));
    await waitFor(() => expect(registered).toMatchObject({ email: 'anna@example.test', invite_token: 'secret' }));
  });

  it('that expired leads to the screen that says so', async () => {
    await open({}, '?invite=secret');
    await waitFor(() => expect(place()).toBe('/ua/restore-password/invitation-invalid'));
  });
});
