import type { Permission } from '@poklik/contract/permissions';
import { profileApi } from '@poklik/contract/profile';
import { type Session, securityApi } from '@poklik/contract/security';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../../testing/fake-server.ts';
import { buildProfile } from '../../../testing/profile.ts';
import { renderAt } from '../../../testing/render.tsx';
import { SecurityPanel } from './security-panel.tsx';

const session = (id: number, changes: Partial<Session> = {}): Session => ({
  id,
  device: 'Firefox, Linux',
  ip: `192.0.2.${id}`,
  created_at: '2026-02-03T14:05:00.000Z',
  last_seen_at: '2026-02-04T14:05:00.000Z',
  is_current: false,
  is_operator: false,
  ...changes,
});

async function open({
  sessions = [session(1, { is_current: true }), session(2)],
  enabled = false,
  left = 10,
  permissions = ['security:read', 'security:write'] as Permission[],
  at = '/en/profile?tab=security',
} = {}) {
  const server = fakeServer();
  const state = { sessions, enabled };
  server.on(profileApi.get, () => answered(profileApi.get, buildProfile({ permissions, totp_enabled: enabled })));
  server.on(securityApi.sessions, () => answered(securityApi.sessions, { data: state.sessions }));
  server.on(securityApi.twoFactor, () =>
    answered(securityApi.twoFactor, {
      data: { enabled_at: state.enabled ? '2026-02-03T14:05:00.000Z' : null, recovery_codes_left: left },
    }),
  );
  const view = await renderAt(<SecurityPanel />, { at, language: 'en' });
  await loadNamespaces(['profile', 'auth']);
  return { ...view, server, state, user: userEvent.setup({ delay: null }) };
}

const dialog = async () => within(await screen.findByRole('dialog'));

describe('email', () => {
  const permissions: Permission[] = ['security:read', 'security:write', 'email:write'];
  const card = async () => within(await screen.findByRole('region', { name: 'Email' }));

  it('changes with password and code, and shows where the email was sent', async () => {
    const { server, user } = await open({ permissions, enabled: true });
    const sent: unknown[] = [];
    server.on(securityApi.changeEmail, ({ body }) => {
      sent.push(body);
      return answered(securityApi.changeEmail, { message: 'Sent' });
    });
    const box = await card();
    await user.type(box.getByLabelText('New email'), 'anna@new.example');
    await user.type(box.getByLabelText('Your password'), 'the password');
    await user.type(box.getByLabelText(/^Code/), '123456');
    await user.click(box.getByRole('button', { name: 'Send link' }));
    expect(await box.findByText(/We sent a link to anna@new.example/)).toBeVisible();
    expect(box.getByLabelText('Your password')).toHaveValue('');
    expect(sent).toEqual([{ email: 'anna@new.example', password: 'the password', code: '123456' }]);
  });

  it.each([
    ['changed', 'Email changed. Use it to log in from now on.'],
    ['expired', 'This link has expired. Request a new one.'],
    ['invalid', /This link no longer works/],
  ])('says that the link in the email is %s', async (outcome, text) => {
    await open({ permissions, at: `/en/profile?tab=security&address=${outcome}` });
    expect(await (await card()).findByText(text)).toBeVisible();
  });

  it('is read-only without permission', async () => {
    await open();
    expect(await screen.findByText('Two-factor authentication')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Email' })).not.toBeInTheDocument();
  });
});

describe('security tab', () => {
  it('enables two-factor authentication: password, QR code, first code, recovery codes once', async () => {
    const { server, state, user } = await open();
    server.on(securityApi.startTwoFactor, ({ body }) => {
      expect(body).toEqual({ password: 'the password' });
      return answered(securityApi.startTwoFactor, { data: { secret: 'ABCDEFGHIJKL', uri: 'otpauth://totp/x' } });
    });
    server.on(securityApi.confirmTwoFactor, ({ body }) => {
      if ((body as { code: string }).code !== '123456')
        return errorResponse('invalid_request', 'Check', { code: ['The code is wrong'] });
      state.enabled = true;
      return answered(securityApi.confirmTwoFactor, { data: { recovery_codes: ['aaaaa-bbbbb', 'ccccc-ddddd'] } });
    });
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    const box = await dialog();
    await user.type(box.getByLabelText('Password'), 'the password');
    await user.click(box.getByRole('button', { name: 'Next' }));
    expect(await box.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(box.getByLabelText('Or enter this key manually')).toHaveValue('ABCD EFGH IJKL');
    const code = box.getByLabelText('Code from the app');
    await waitFor(() => expect(code).toHaveFocus());
    await user.type(code, '000000{Enter}');
    expect(await box.findByText('The code is wrong')).toBeVisible();
    await user.clear(code);
    await user.type(code, '123456{Enter}');

    expect(await box.findByText('ccccc-ddddd')).toBeVisible();
    const done = box.getByRole('button', { name: 'Done' });
    expect(done).toBeDisabled();
    await user.click(box.getByRole('checkbox'));
    await user.click(done);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('On')).toBeVisible();
    expect(screen.queryByText('ccccc-ddddd')).not.toBeInTheDocument();
  });

  it('warns when few recovery codes are left', async () => {
    await open({ enabled: true, left: 3 });
    expect(await screen.findByText(/3 recovery codes left/)).toBeVisible();
    expect(screen.getByText(/running low on recovery codes/)).toBeVisible();
  });

  it('ends another session after confirmation, and never offers the current one', async () => {
    const { server, state, user } = await open();
    server.on(securityApi.endSession, () => {
      state.sessions = state.sessions.filter(({ id }) => id !== 2);
      return answered(securityApi.endSession, { message: 'ended' });
    });
    expect(await screen.findByText('This device')).toBeVisible();
    expect(screen.getAllByRole('button', { name: /^Log out Firefox/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Log out Firefox, Linux, 192.0.2.2' }));
    await user.click((await dialog()).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(screen.queryByText(/192\.0\.2\.2/)).not.toBeInTheDocument());
    expect(server.received).toContain('DELETE /sessions/2');
  });

  it('keeps the form when the current password is wrong', async () => {
    const { server, user } = await open();
    server.on(securityApi.changePassword, () =>
      errorResponse('invalid_request', 'Check', { current_password: ['Wrong password'] }),
    );
    await user.type(await screen.findByLabelText('Current password'), 'not it');
    await user.type(screen.getByLabelText('New password'), 'a long enough phrase');
    await user.type(screen.getByLabelText('Confirm password'), 'a long enough phrase');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    expect(await screen.findByText('Wrong password')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('a long enough phrase');
  });

  it('is read-only during impersonation', async () => {
    await open({ permissions: ['security:read'], enabled: true });
    expect(await screen.findByText(/Only they can/)).toBeVisible();
    expect(await screen.findByText('This device')).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});
