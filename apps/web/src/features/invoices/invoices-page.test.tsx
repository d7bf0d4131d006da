import { billingApi } from '@poklik/contract/billing';
import { type Invoice, invoicesApi } from '@poklik/contract/invoices';
import type { Permission } from '@poklik/contract/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../testing/fake-server.ts';
import { itHasListStates, openScreen, pageOf } from '../../testing/screen.tsx';
import { InvoicesPage } from './invoices-page.tsx';

const INVOICE: Invoice = {
  id: 12,
  number: 'INV-202602-0001',
  status: 'open',
  type: 'subscription',
  issued_at: '2026-02-03T14:05:00.000Z',
  due_at: '2026-02-17T14:05:00.000Z',
  paid_at: null,
  period: null,
  lines: [],
  subtotal: '99.00',
  credit_applied: '0.00',
  tax_rate: '0',
  tax: '0.00',
  tax_treatment: null,
  declared_tax: null,
  total: '99.00',
  paid: '0.00',
  due: '99.00',
  refunded: '0.00',
  disputed: '0.00',
  dispute_status: null,
  currency: 'USD',
  bill_to: { name: 'Anna', email: 'anna@example.test', address: '', country: '', tax_id: '' },
  seller: { name: 'Poklik', details: '' },
  locale: 'en',
  void_reason: null,
  pdf_url: '/v1/invoices/12/pdf',
  xml_url: '/v1/invoices/12/xml',
};

const open = (
  setUp: Parameters<typeof openScreen>[1],
  permissions: Permission[] = ['billing:read', 'invoices:write'],
) => openScreen(<InvoicesPage />, setUp, { profile: { permissions }, namespaces: ['invoices'] });

describe('invoice list', () => {
  itHasListStates({
    open,
    endpoint: invoicesApi.list,
    filled: { answer: pageOf(INVOICE), says: 'INV-202602-0001' },
    empty: { answer: pageOf<Invoice>(), says: 'No invoices yet' },
  });

  it('shows customers no payer and no actions', async () => {
    await open(
      (server) => server.on(invoicesApi.list, () => answered(invoicesApi.list, pageOf(INVOICE))),
      ['billing:read'],
    );
    const row = await screen.findByRole('row', { name: /INV-202602-0001/ });
    expect(row).toHaveTextContent('99.00');
    expect(row).not.toHaveTextContent('anna@example.test');
    expect(within(row).queryByRole('button', { name: /Actions/ })).not.toBeInTheDocument();
  });

  it('marks an invoice as paid with a reason; an error keeps the dialog', async () => {
    let invoice = INVOICE;
    let sent: unknown;
    const { server, user } = await open((each) => {
      each.on(invoicesApi.list, () => answered(invoicesApi.list, pageOf(invoice)));
      each.on(billingApi.markPaid, () => errorResponse('invoice_not_open', 'This invoice cannot be changed any more.'));
    });
    await user.click(await screen.findByRole('button', { name: 'Actions: INV-202602-0001' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as paid' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mark INV-202602-0001 as paid?' }));
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    const confirm = () => user.click(dialog.getByRole('button', { name: 'Mark as paid' }));
    await confirm();
    await waitFor(() => expect(reason).toBeInvalid());
    expect(server.received).not.toContain('POST /invoices/12/mark_paid');
    await user.click(reason);
    await user.paste('By bank');
    await confirm();
    expect(await dialog.findByRole('alert')).toHaveTextContent('This invoice cannot be changed any more.');
    expect(reason).toHaveValue('By bank');

    server.on(billingApi.markPaid, ({ body }) => {
      sent = body;
      invoice = { ...INVOICE, status: 'paid' };
      return answered(billingApi.markPaid, { data: invoice });
    });
    await confirm();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual({ reason: 'By bank' });
    await waitFor(() => expect(screen.getByRole('row', { name: /INV-202602-0001/ })).toHaveTextContent('Paid'));
  });

  it('refunds a part with a reason; an error keeps what was entered', async () => {
    const paid: Invoice = { ...INVOICE, status: 'paid', refunded: '9.00' };
    let sent: unknown;
    const { server, user } = await open((each) => {
      each.on(invoicesApi.list, () => answered(invoicesApi.list, pageOf(paid)));
      each.on(billingApi.refund, () => errorResponse('refund_too_large', 'That is too much.'));
    });
    await user.click(await screen.findByRole('button', { name: 'Actions: INV-202602-0001' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Refund' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund INV-202602-0001' }));
    const amount = dialog.getByRole('textbox', { name: 'Amount, USD' });
    expect(amount).toHaveValue('90.00');
    await user.clear(amount);
    await user.paste('10.50');
    await user.click(dialog.getByRole('textbox', { name: 'Reason' }));
    await user.paste('An outage');
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('That is too much.');
    expect(amount).toHaveValue('10.50');
    server.on(billingApi.refund, ({ body }) => {
      sent = body;
      return answered(billingApi.refund, { data: { ...paid, refunded: '19.50' } });
    });
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual({ amount: '10.50', to: 'balance', reason: 'An outage' });
  });
});
