import { type HelpRequest, type HelpThread, helpApi } from '@poklik/contract/help';
import type { Permission } from '@poklik/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { HelpTab } from './help-tab.tsx';

const REQUEST: HelpRequest = {
  id: 7,
  subject: 'Clicks are missing',
  status: 'open',
  object: { kind: 'campaign', id: '5', name: 'Autumn' },
  author: { id: 3, email: 'olena@example.test', name: 'Olena' },
  created_at: '2026-11-13T10:00:00.000Z',
  updated_at: '2026-11-13T10:00:00.000Z',
};
const THREAD: HelpThread = {
  ...REQUEST,
  messages: [
    { id: 1, from: 'customer', author: 'Olena', text: 'Since ten.', created_at: REQUEST.created_at, files: [] },
  ],
};

const open = (
  setUp: Parameters<typeof openScreen>[1],
  { at = '', permissions = ['help:write'] }: { at?: string; permissions?: Permission[] } = {},
) =>
  openScreen(<HelpTab title="Guides" views={null} />, setUp, {
    profile: { permissions },
    namespaces: ['help', 'instructions'],
    at: `/en/instructions?tab=help${at}`,
  });

describe('help requests', () => {
  itHasListStates({
    open,
    endpoint: helpApi.list,
    filled: { answer: pageOf(REQUEST), says: 'Clicks are missing' },
    empty: { answer: pageOf<HelpRequest>(), says: 'No requests yet' },
  });

  it('of customers are an inbox for operators, who ask nothing', async () => {
    await open((server) => server.on(helpApi.list, () => answered(helpApi.list, pageOf(REQUEST))), {
      at: '&ask=nothing',
      permissions: ['help:write', 'help:answer'],
    });
    expect(await screen.findByText('olena@example.test')).toBeVisible();
    expect(screen.getByText('No. 7 · Campaign: Autumn')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask for help' })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('are asked with what the link names; what the server rejects stays in the form', async () => {
    const sent: unknown[] = [];
    const { user } = await open(
      (server) => {
        server.on(helpApi.list, () => answered(helpApi.list, pageOf<HelpRequest>()));
        server.on(helpApi.create, ({ body }) => {
          sent.push(body);
          return errorResponse('invalid_request', 'Check the form', { object: ['Click not found'] });
        });
      },
      { at: `&ask=click&object=${'0'.repeat(29)}` },
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask for help' }));
    expect(dialog.getByLabelText('Click ID')).toHaveValue('0'.repeat(29));
    await user.type(dialog.getByLabelText(/^Subject/), 'No click');
    await user.type(dialog.getByLabelText(/^What happened/), 'It is not in the report.');
    await user.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('Click not found')).toBeVisible();
    expect(dialog.getByLabelText(/^What happened/)).toHaveValue('It is not in the report.');
    expect(sent).toEqual([
      {
        ...{ subject: 'No click', text: 'It is not in the report.', files: [] },
        object: { kind: 'click', id: '0'.repeat(29) },
      },
    ]);
  });
});

describe('one request', () => {
  it('that does not exist says so', async () => {
    await open((server) => server.on(helpApi.get, () => errorResponse('not_found', 'Not found')), { at: '&id=9' });
    expect(await screen.findByRole('heading', { name: 'Request not found' })).toBeVisible();
  });

  it('is answered with a file, and a file of another kind is refused at once', async () => {
    const sent: unknown[] = [];
    const { user, container } = await open(
      (server) => {
        server.on(helpApi.get, () => answered(helpApi.get, { data: THREAD }));
        server.on(helpApi.addMessage, ({ body }) => {
          sent.push(body);
          const message = {
            ...THREAD.messages[0],
            id: 2,
            from: 'operator',
            author: 'Ann',
            text: 'Look again.',
          } as const;
          return answered(helpApi.addMessage, {
            data: {
              ...THREAD,
              status: 'waiting',
              messages: [...THREAD.messages, message as HelpThread['messages'][0]],
            },
          });
        });
      },
      { at: '&id=7', permissions: ['help:write', 'help:answer'] },
    );
    await user.type(await screen.findByLabelText('Answer'), 'Look again.');
    const input = container.querySelector('input[type="file"]') as HTMLInputElement;
    await user.upload(input, new File(['\0'], 'notes.txt'));
    expect(await screen.findByText(/“notes.txt” isn’t a PNG/)).toBeVisible();
    await user.upload(input, new File(['ok'], 'notes.txt'));
    expect(await screen.findByRole('button', { name: 'Remove notes.txt' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Send answer' }));
    expect(await screen.findByText('Look again.', { selector: 'p' })).toBeVisible();
    expect(sent).toEqual([{ text: 'Look again.', files: [{ name: 'notes.txt', content: 'b2s=' }] }]);
    await waitFor(() => expect(screen.getByLabelText('Answer')).toHaveValue(''));
    expect(screen.queryByRole('button', { name: 'Remove notes.txt' })).not.toBeInTheDocument();
  });
});
