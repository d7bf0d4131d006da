import { type Notification, notificationsApi } from '@poklik/contract/notifications';
import { profileApi } from '@poklik/contract/profile';
import { ROLES, type Role } from '@poklik/contract/roles';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { renderAt } from '../../testing/render.tsx';
import { buildTariff } from '../../testing/tariff.ts';
import { announcement, buildUser, listOf } from './notifications.fixture.ts';
import { NotificationsPage } from './notifications-page.tsx';

async function open(
  notifications: Notification[],
  { role = ROLES.SUPER_ADMIN as Role, language = 'en' as const, listFails = false } = {},
) {
  const server = fakeServer();
  const state = { notifications, created: [] as unknown[] };
  server.on(profileApi.get, () => answered(profileApi.get, buildUser(role)));
  server.on(notificationsApi.list, () =>
    listFails
      ? errorResponse('forbidden', 'You don’t have permission to do this.')
      : answered(notificationsApi.list, listOf(state.notifications)),
  );
  server.on(notificationsApi.markAllAsRead, () => answered(notificationsApi.markAllAsRead, { message: 'ok' }));
  server.on(notificationsApi.create, ({ body }) => {
    state.created.push(body);
    state.notifications = [announcement(99), ...state.notifications];
    return answered(notificationsApi.create, { data: announcement(99) });
  });
  const view = await renderAt(<NotificationsPage />, { at: '/en/notifications', language });
  return { ...view, server, state, user: userEvent.setup({ delay: null }) };
}

describe('notifications screen', () => {
  it.each([ROLES.USER, ROLES.ADMIN])('is hidden from role %d', async (role) => {
    const { server } = await open([announcement(1)], { role });
    expect(await screen.findByText('Access denied')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Create' })).not.toBeInTheDocument();
    expect(server.received).not.toContain('GET /notifications');
  });

  it('lists date, kind and text, with the columns of the specification', async () => {
    await open([announcement(12)]);
    const row = await screen.findByRole('row', { name: /From two to three/ });
    expect(row).toHaveTextContent('03/02/2026, 16:05');
    expect(row).toHaveTextContent('#12');
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Date',
      'Message',
      'Actions',
    ]);
  });

  it('shows the message in the screen’s language, then the default language, then a placeholder', async () => {
    await open([
      announcement(1, { messages: [{ locale: 'ua', message: 'Лише українською мовою.' }] }),
      announcement(2, { messages: [] }),
    ]);
    expect(await screen.findByText('Лише українською мовою.')).toBeVisible();
    expect(screen.getByText('no message')).toBeVisible();
  });

  it('shows the audience of announcements only', async () => {
    await open([
      announcement(1),
      announcement(2, { role: ROLES.ADMIN }),
      announcement(3, { tariff: buildTariff() }),
      announcement(4, { kind: 'new_login' }),
    ]);
    for (const [part, audience] of [
      [1, 'To: Everyone'],
      [2, 'To: Payout admins'],
      [3, 'To: Pro plan'],
    ] as const)
      expect(await screen.findByRole('row', { name: new RegExp(`part ${part}`) })).toHaveTextContent(audience);
    expect(screen.getByRole('row', { name: /part 4/ })).not.toHaveTextContent('To:');
  });

  it('has an empty state', async () => {
    await open([]);
    expect(await screen.findByText('No notifications yet')).toBeVisible();
  });

  it('shows Error when loading fails and retries on request', async () => {
    const { server, user } = await open([], { listFails: true });
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Error/);
    expect(screen.getByText('forbidden')).toBeVisible();
    server.on(notificationsApi.list, () => answered(notificationsApi.list, listOf([announcement(1)])));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/part 1/)).toBeVisible();
  });

  it('confirms deletion, disables both buttons while it runs, and refetches', async () => {
    const { server, state, user } = await open([announcement(1), announcement(2)]);
    let finish = () => {};
    server.on(notificationsApi.remove, async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      state.notifications = [announcement(2)];
      return answered(notificationsApi.remove, { message: 'ok' });
    });
    await user.click(await screen.findByRole('button', { name: 'Actions: Works 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this notification?' });
    const yes = within(dialog).getByRole('button', { name: 'Yes' });
    await user.click(yes);
    expect(yes).toBeDisabled();
    expect(within(dialog).getByRole('button', { name: 'No' })).toBeDisabled();
    await waitFor(() => expect(server.received).toContain('DELETE /notifications/1'));
    finish();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByText(/part 1/)).not.toBeInTheDocument();
    expect(screen.getByText(/part 2/)).toBeVisible();
  });

  it('shows why a notification could not be deleted', async () => {
    const { server, user } = await open([announcement(1)]);
    server.on(notificationsApi.remove, () => errorResponse('unavailable', 'The service is temporarily unavailable.'));
    await user.click(await screen.findByRole('button', { name: 'Actions: Works 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    expect(screen.getByRole('button', { name: 'No' })).toBeEnabled();
  });

  it('does not offer to delete product notifications', async () => {
    await open([announcement(1, { kind: 'new_login' })]);
    await screen.findByText(/part 1/);
    expect(screen.queryByRole('button', { name: /Actions/ })).not.toBeInTheDocument();
  });
});

describe('create form', () => {
  async function openForm(notifications: Notification[] = []) {
    const page = await open(notifications);
    await page.user.click(await screen.findByRole('button', { name: 'Create' }));
    const dialog = await screen.findByRole('dialog', { name: 'New announcement' });
    const form = within(dialog);
    return {
      ...page,
      form,
      tab: (name: RegExp) => form.getByRole('tab', { name }),
      field: (tab: RegExp, label: RegExp) =>
        within(form.getByRole('tabpanel', { name: tab })).getByRole('textbox', { name: label }),
      write: async (input: HTMLElement, text: string) => {
        await page.user.click(input);
        await page.user.paste(text);
      },
      submit: () => page.user.click(form.getByRole('button', { name: 'Create' })),
    };
  }

  it('has three language tabs and marks English as required', async () => {
    const { form, field } = await openForm();
    expect(form.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['English', 'Українська', 'Русский']);
    expect(field(/English/, /Title/)).toBeRequired();
    expect(field(/English/, /Message/)).toBeRequired();
    expect(field(/English/, /Message/)).toHaveAttribute('minlength', '15');
  });

  it('shows the first missing English field in the banner and focuses it', async () => {
    const { form, field, submit, state, write } = await openForm();
    await submit();
    expect(await form.findByRole('alert')).toHaveTextContent('Enter a title in English');
    expect(field(/English/, /Title/)).toHaveFocus();
    await write(field(/English/, /Title/), 'Works');
    expect(form.getByRole('alert')).toHaveTextContent('Enter a message in English');
    expect(state.created).toEqual([]);
  });

  it('rejects a message under fifteen characters, on its tab', async () => {
    const { form, field, submit, tab, user, write } = await openForm();
    await write(field(/English/, /Title/), 'Works');
    await write(field(/English/, /Message/), 'From two to three.');
    await user.click(tab(/Українська/));
    await write(field(/Українська/, /Title/), 'Роботи');
    await write(field(/Українська/, /Message/), 'Вночі');
    await user.click(tab(/English/));
    await submit();
    expect(await form.findByRole('alert')).toHaveTextContent('Use at least 15 characters');
    expect(tab(/Українська/)).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(field(/Українська/, /Message/)).toHaveFocus());
  });

  it('sends complete languages and closes over the new list', async () => {
    const { form, field, submit, tab, user, state, write } = await openForm();
    await write(field(/English/, /Title/), ' Works ');
    await write(field(/English/, /Message/), 'From two to three.');
    await user.click(tab(/Українська/));
    await write(field(/Українська/, /Title/), 'Роботи вночі');
    await write(field(/Українська/, /Message/), 'З другої до третьої.');
    await user.click(tab(/Русский/));
    await write(field(/Русский/, /Title/), 'Работы');
    expect(tab(/Русский/)).toHaveTextContent('won’t be sent');
    expect(form.getByText(/a title or a message but not both/)).toBeVisible();
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(state.created).toEqual([
      {
        titles: [
          { locale: 'en', title: 'Works' },
          { locale: 'ua', title: 'Роботи вночі' },
        ],
        messages: [
          { locale: 'en', message: 'From two to three.' },
          { locale: 'ua', message: 'З другої до третьої.' },
        ],
      },
    ]);
    expect(screen.getByText(/part 99/)).toBeVisible();
  });

  it('shows Error when no language is complete after trimming', async () => {
    const { form, field, submit, state, write } = await openForm();
    await write(field(/English/, /Title/), '   ');
    await write(field(/English/, /Message/), '   ');
    await submit();
    expect(await form.findByRole('alert')).toHaveTextContent(/^Error$/);
    expect(state.created).toEqual([]);
  });

  it('shows a server error and keeps the form', async () => {
    const { form, field, submit, server, write } = await openForm();
    server.on(notificationsApi.create, () => errorResponse('unavailable', 'The service is temporarily unavailable.'));
    await write(field(/English/, /Title/), 'Works');
    await write(field(/English/, /Message/), 'From two to three.');
    await submit();
    expect(await form.findByRole('alert')).toHaveTextContent('The service is temporarily unavailable.');
    expect(field(/English/, /Title/)).toHaveValue('Works');
    expect(field(/English/, /Message/)).toHaveValue('From two to three.');
  });

  it('does not close on Esc once something is typed, and closes by its button', async () => {
    const { form, field, user, write } = await openForm();
    await write(field(/English/, /Title/), 'Works');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
