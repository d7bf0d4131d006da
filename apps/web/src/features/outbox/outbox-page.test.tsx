import { type OutboxEmail, outboxApi } from '@poklik/contract/outbox';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { OutboxPage } from './outbox-page.tsx';

const EMAIL: OutboxEmail = {
  id: '1',
  to: 'anna@example.test',
  subject: 'Verify your email',
  text: 'Open https://poklik.test/verify?token=abc to confirm it.\n<b>Not bold</b>',
  created_at: '2026-02-03T14:05:00.000Z',
};

const open = (setUp: Parameters<typeof openScreen>[1], permissions: ['outbox:read'] | [] = ['outbox:read']) =>
  openScreen(<OutboxPage />, setUp, { profile: { permissions }, namespaces: ['users_list'] });

describe('the outbox', () => {
  itHasListStates({
    open,
    endpoint: outboxApi.list,
    filled: { answer: pageOf(EMAIL), says: 'Verify your email' },
    empty: { answer: pageOf<OutboxEmail>(), says: 'No emails' },
  });

  it('shows recipient, time and text with working links', async () => {
    await open((server) => server.on(outboxApi.list, () => answered(outboxApi.list, pageOf(EMAIL))));
    const email = await screen.findByRole('article');
    expect(email).toHaveTextContent('To: anna@example.test');
    expect(email).toHaveTextContent('03/02/2026, 14:05');
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://poklik.test/verify?token=abc');
    expect(email).toHaveTextContent('<b>Not bold</b>');
  });

  it('is not requested without permission', async () => {
    const { server } = await open(() => {}, []);
    expect(await screen.findByText('Access denied')).toBeVisible();
    expect(server.received).not.toContain('GET /outbox');
  });
});
