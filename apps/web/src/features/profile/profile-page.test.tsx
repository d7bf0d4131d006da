import { accountApi } from '@poklik/contract/account';
import { auditApi } from '@poklik/contract/audit';
import { type NotificationPreference, notificationsApi } from '@poklik/contract/notifications';
import { profileApi } from '@poklik/contract/profile';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { loadNamespaces } from '../../i18n/i18n.ts';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { resizeScreen, screenWidth } from '../../testing/screen-width.ts';
import { ProfilePage } from './profile-page.tsx';

async function open(tab: string, server = fakeServer()) {
  const state = { profile: buildProfile({ permissions: ['profile:write', 'account:export', 'account:delete'] }) };
  server.on(profileApi.get, () => answered(profileApi.get, state.profile));
  server.on(profileApi.update, ({ body }) => {
    state.profile = { ...state.profile, ...(body as Partial<typeof state.profile>) };
    return answered(profileApi.update, state.profile);
  });
  const view = await renderAt(<ProfilePage />, { at: `/en/profile?tab=${tab}`, language: 'en' });
  await loadNamespaces(['profile', 'auth', 'invoices']);
  return { ...view, server, state, user: userEvent.setup({ delay: null }) };
}

describe('the profile', () => {
  it('saves each interface preference immediately', async () => {
    const { user, state, server } = await open('interface');
    await user.click(await screen.findByRole('radio', { name: 'Compact' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(state.profile.density).toBe('compact');
    await user.click(screen.getByRole('radio', { name: 'Sunday' }));
    await waitFor(() => expect(state.profile.week_start).toBe('sunday'));
    server.on(profileApi.update, () => errorResponse('internal', 'Something failed'));
    const shortcuts = within(screen.getByRole('group', { name: 'Keyboard shortcuts' }));
    await user.click(shortcuts.getByRole('radio', { name: 'Off' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Something failed');
    expect(shortcuts.getByRole('radio', { name: 'On' })).toBeChecked();
    expect(server.received.filter((call) => call === 'PUT /profile')).toHaveLength(3);
  });

  it('is a list of sections on a narrow screen, with a back link', async () => {
    screenWidth.narrow = true;
    const { user, search } = await open('');
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await user.click(await screen.findByRole('link', { name: 'Interface' }));
    expect(await screen.findByRole('radio', { name: 'Compact' })).toBeVisible();
    expect(search()).toBe('?tab=interface');
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'All sections' }));
    expect(await screen.findByRole('link', { name: 'Personal' })).toHaveAttribute('href', '/en/profile?tab=personal');
  });

  it('keeps what is typed when the window gets narrow or wide', async () => {
    const { user } = await open('personal');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, ' and more');
    for (const narrow of [true, false]) {
      resizeScreen(narrow);
      expect(screen.queryByRole('tablist') === null).toBe(narrow);
      expect(screen.getByRole('textbox', { name: 'Name' })).toBe(name);
      expect(name).toHaveDisplayValue(/ and more$/);
    }
  });

  it('shows notification preferences, rolls back failed changes and locks security topics', async () => {
    const server = fakeServer();
    let preferences: NotificationPreference[] = [
      { topic: 'security', in_app: true, by_letter: true, is_fixed: true, is_in_app_fixed: true },
      { topic: 'quota', in_app: true, by_letter: true, is_fixed: false, is_in_app_fixed: false },
    ];
    server.on(notificationsApi.preferences, () => answered(notificationsApi.preferences, { data: preferences }));
    server.on(notificationsApi.savePreference, ({ body }) => {
      const chosen = body as NotificationPreference;
      preferences = preferences.map((each) => (each.topic === chosen.topic ? { ...each, ...chosen } : each));
      return answered(notificationsApi.savePreference, { data: preferences });
    });
    const { user } = await open('notifications', server);
    const emailChoice = await screen.findByRole('checkbox', { name: 'Event limit: Email' });
    expect(screen.getByRole('checkbox', { name: 'Security: Email' })).toBeDisabled();
    await user.click(emailChoice);
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(emailChoice).not.toBeChecked();
    server.on(notificationsApi.savePreference, () => errorResponse('internal', 'Something failed'));
    await user.click(emailChoice);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something failed');
    await waitFor(() => expect(emailChoice).not.toBeChecked());
  });

  it('lists each audit entry with actor and address, and shows unknown actions by name', async () => {
    const server = fakeServer();
    const entry = { created_at: '2026-02-03T14:05:00.000Z', entity: 'user:7', name: null, in_your_name: false };
    server.on(auditApi.list, () =>
      answered(auditApi.list, {
        data: [
          { ...entry, id: 2, action: 'impersonation.acted', by: 'support', ip: null, in_your_name: true, details: [] },
          {
            ...entry,
            id: 1,
            action: 'thing.unheard_of',
            by: 'you',
            ip: '192.0.2.1',
            details: [{ name: 'role', before: '1', after: '2' }],
          },
        ],
        links: { prev: null, next: null },
        meta: { current_page: 1, last_page: 1, per_page: 10, total: 2, links: [] },
      }),
    );
    await open('activity', server);
    expect(await screen.findByText('Support made a change as you')).toBeVisible();
    const row = screen.getByText('thing.unheard_of').closest('tr');
    expect(row).toHaveTextContent('role: 1 → 2');
    expect(row).toHaveTextContent('192.0.2.1');
  });

  it('explains account closure and asks for email, password and the remaining balance', async () => {
    const server = fakeServer();
    const sent: unknown[] = [];
    server.on(accountApi.closingTerms, () =>
      answered(accountApi.closingTerms, {
        data: {
          campaigns: 2,
          members: 0,
          balance: '12.50',
          pending: '0.00',
          currency: 'USD',
          blocked_by: [],
          asks_code: false,
        },
      }),
    );
    server.on(accountApi.close, ({ body }) => {
      sent.push(body);
      return errorResponse('invalid_request', 'Check', { give_up_balance: ['There is money left'] });
    });
    const { user } = await open('data', server);
    expect(await screen.findByText(/2 campaigns will end/)).toBeVisible();
    expect(screen.getByText(/Invoices with their billing details/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete account' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/\$12\.50/)).toBeVisible();
    await user.type(dialog.getByLabelText('Type anna@example.com to confirm'), 'anna@example.com');
    await user.type(dialog.getByLabelText('Password'), 'the password');
    await user.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText('There is money left')).toBeVisible();
    expect(sent).toEqual([{ confirmation: 'anna@example.com', password: 'the password', give_up_balance: false }]);
  });
});
