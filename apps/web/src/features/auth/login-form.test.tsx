import { authApi } from '@poklik/contract/auth';
import { profileApi } from '@poklik/contract/profile';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { afterEach, describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { LoginForm } from './login-form.tsx';

afterEach(() => Cookies.remove('token'));

describe('login with two-factor authentication', () => {
  it('asks for a code on the same card, accepts a recovery code, and goes back without losing the email', async () => {
    const server = fakeServer();
    const sent: unknown[] = [];
    server.on(profileApi.get, () => answered(profileApi.get, buildProfile()));
    server.on(authApi.login, ({ body }) => {
      sent.push(body);
      const { code } = body as { code?: string };
      if (code === undefined) return errorResponse('two_factor_needed', 'Enter the code.');
      if (code !== 'abcde-fghij') return errorResponse('invalid_request', 'Check', { code: ['The code is wrong'] });
      return answered(authApi.login, { token: 'the-token' });
    });
    const user = userEvent.setup({ delay: null });
    const { router } = await renderAt(<LoginForm email={{ current: '' }} />, { at: '/en/login', language: 'en' });
    await loadNamespaces(['auth']);
    await user.type(await screen.findByLabelText('Email'), 'anna@example.test');
    await user.type(screen.getByLabelText('Password'), 'the password');
    await user.click(screen.getByRole('button', { name: 'Log in' }));

    const code = await screen.findByLabelText('Code');
    await waitFor(() => expect(code).toHaveFocus());
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await user.type(code, '000000{Enter}');
    expect(await screen.findByText('The code is wrong')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('anna@example.test');
    await user.click(screen.getByRole('button', { name: 'Log in' }));

    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'abcde-fghij{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/en/campaign'));
    expect(Cookies.get('token')).toBe('the-token');
    expect(sent.at(-1)).toEqual({ email: 'anna@example.test', password: 'the password', code: 'abcde-fghij' });
  });
});
