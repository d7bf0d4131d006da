import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { authApi } from '@poklik/contract/auth';
import { profileApi } from '@poklik/contract/profile';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TokenForm } from '../features/api-tokens/token-form.tsx';
import { AuthPage } from '../features/auth/auth-page.tsx';
import { CodeStep } from '../features/auth/code-step.tsx';
import { ResetPasswordPage } from '../features/auth/reset-password-page.tsx';
import { RestorePasswordPage } from '../features/auth/restore-password-page.tsx';
import { AddDialog as BlackListDialog } from '../features/black-list/add-dialog.tsx';
import { CampaignForm } from '../features/campaigns/form/campaign-form.tsx';
import { emptySettings } from '../features/campaigns/form/campaign-values.ts';
import { TagDialog } from '../features/campaigns/list/changes/tag-dialog.tsx';
import { AddDialog as ConversionDialog } from '../features/conversions/add-dialog.tsx';
import { InstructionForm } from '../features/instructions/instruction-form.tsx';
import { InvoiceActionDialog } from '../features/invoices/invoice-action-dialog.tsx';
import { NotificationCreateModal } from '../features/notifications/notification-create-modal.tsx';
import { EmailCard } from '../features/profile/security/email-card.tsx';
import { PasswordForm } from '../features/profile/security/password-form.tsx';
import {
  DisableTwoFactorDialog,
  RegenerateCodesDialog,
  SetUpDialog,
} from '../features/profile/security/two-factor-dialogs.tsx';
import { PayoutForm } from '../features/referrals/payout-form.tsx';
import { FilterDialog } from '../features/statistics/toolbar/filter-dialog.tsx';
import { TariffEditor } from '../features/tariffs/tariff-editor.tsx';
import { InviteForm, MemberAccessForm } from '../features/team-users/member-form.tsx';
import { OwnershipForm } from '../features/team-users/ownership-form.tsx';
import { RateDialog } from '../features/transactions/rate-dialog.tsx';
import { LimitsDialog } from '../features/users/customer/limits-dialog.tsx';
import { TagsDialog } from '../features/users/customer/tags-dialog.tsx';
import { ReasonDialog } from '../features/users/reason-dialog.tsx';
import { SegmentDialog } from '../features/users/segments/segment-dialog.tsx';
import { ChangeDialog } from '../features/withdrawals/change-dialog.tsx';
import { loadNamespaces } from '../i18n/i18n.ts';
import { campaignOptions, newCampaign } from '../testing/campaign.ts';
import { answered, fakeServer } from '../testing/fake-server.ts';
import { buildProfile } from '../testing/profile.ts';
import { renderAt } from '../testing/render.tsx';
import { CorrectionDialog } from '../widgets/billing/correction-dialog.tsx';
import { CustomDays } from '../widgets/periods/custom-days.tsx';

const nothing = () => {};
const dialog = { opened: true, onClose: nothing };
const profile = buildProfile({ locale: 'en', totp_enabled: true, permissions: ['campaigns:read', 'campaigns:write'] });
const balance = { available: '10.00', on_hold: '0.00' };
const user = { id: 5, email: 'user@example.test', name: 'User', currency: 'USD', balance } as never;
const customer = {
  id: 5,
  owner: { email: 'user@example.test' },
  customer: { tags: [] },
  account: { limits: null },
} as never;
const member = {
  id: 5,
  email: 'a@example.test',
  name: 'A',
  role: 'VIEWER',
  status: 'active',
  campaign_ids: null,
} as never;
const invoice = { id: 5, number: 'INV-5', total: '29.00', currency: 'USD', status: 'open' } as never;
const request = {
  ...{
    id: 5,
    user: { email: 'user@example.test' },
    amount: '20.00',
    net: '20.00',
    currency: 'USD',
    next: ['approved'],
  },
  ...{ method: 'bank', details: '…1234', status: 'pending', approvals: { given: 0, needed: 1 } },
} as never;
const days = { start: '2026-01-01', end: '2026-01-07' };
const periods = { period: days, days, today: '2026-01-07', choose: nothing } as never;
const screenState = { state: { filters: [] }, question: {}, timezone: 'UTC', change: nothing } as never;

interface Shown {
  at?: string;
  node: ReactNode;
}

/** Every form that only needs props; the others are covered by browser tests. */
const FORMS: Record<string, Shown> = {
  'log in': { node: <AuthPage />, at: '/en/login' },
  'sign up': { node: <AuthPage />, at: '/en/registration' },
  'two-factor code': { node: <CodeStep onCode={async () => {}} onBack={nothing} /> },
  'forgotten password': { node: <RestorePasswordPage /> },
  'new password': { node: <ResetPasswordPage /> },
  'new campaign': {
    node: <CampaignForm initial={emptySettings(profile)} options={campaignOptions} onSaved={nothing} />,
  },
  tags: {
    node: <TagDialog {...dialog} campaigns={[newCampaign(1, 'One')]} tags={[]} change={async () => ({}) as never} />,
  },
  'block addresses': { node: <BlackListDialog {...dialog} limits={{ used: 0, max: 10 }} ownIp="192.0.2.1" /> },
  'new conversion': { node: <ConversionDialog {...dialog} /> },
  guide: { node: <InstructionForm guide={null} /> },
  'act on an invoice': { node: <InvoiceActionDialog invoice={invoice} act="voidInvoice" onClose={nothing} /> },
  announcement: { node: <NotificationCreateModal {...dialog} /> },
  'new email': { node: <EmailCard user={profile} /> },
  password: { node: <PasswordForm email={profile.email} /> },
  'set up two-factor authentication': { node: <SetUpDialog {...dialog} /> },
  'renew recovery codes': { node: <RegenerateCodesDialog {...dialog} /> },
  'turn off two-factor authentication': { node: <DisableTwoFactorDialog {...dialog} /> },
  payout: { node: <PayoutForm onSaved={nothing} onBack={nothing} /> },
  'custom period': { node: <CustomDays control={periods} onDone={nothing} /> },
  'statistics filter': { node: <FilterDialog screen={screenState} onClose={nothing} /> },
  plan: { node: <TariffEditor tariff={null} onClose={nothing} /> },
  invitation: { node: <InviteForm onDone={nothing} /> },
  'role of a member': { node: <MemberAccessForm member={member} onDone={nothing} /> },
  ownership: { node: <OwnershipForm member={member} onDone={nothing} /> },
  deposit: { node: <CorrectionDialog {...dialog} user={user} way="deposit" /> },
  'referral rate': { node: <RateDialog {...dialog} user={user} /> },
  'reason of an action': {
    node: (
      <ReasonDialog {...dialog} title="Block" confirmLabel="Block" hint="Why" onConfirm={async () => {}}>
        Text
      </ReasonDialog>
    ),
  },
  'limits of a customer': { node: <LimitsDialog {...dialog} user={customer} /> },
  'tags of a customer': { node: <TagsDialog {...dialog} user={customer} /> },
  segment: { node: <SegmentDialog {...dialog} segment={undefined} filter={{ tag: 'vip' }} /> },
  withdrawal: { node: <ChangeDialog {...dialog} request={request} status="rejected" /> },
  'API token': { node: <TokenForm onCreated={nothing} /> },
};

const NAMESPACES = readdirSync(join(import.meta.dirname, '../../../../packages/locales/en')).map((file) =>
  file.replace('.json', ''),
);

/** Submits that reach the page, instead of sending anything. */
const submits: (string | null)[] = [];
const onSubmit = (event: SubmitEvent) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  submits.push(event.submitter?.textContent ?? null);
};

beforeEach(() => {
  submits.length = 0;
  document.addEventListener('submit', onSubmit as EventListener, { capture: true });
  // Without layout nothing counts as visible, and the save keys check visibility.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as never);
  return () => {
    document.removeEventListener('submit', onSubmit as EventListener, { capture: true });
    vi.restoreAllMocks();
  };
});

async function show({ node, at = '/en/somewhere' }: Shown): Promise<HTMLFormElement> {
  const server = fakeServer();
  server.on(profileApi.get, () => answered(profileApi.get, profile));
  server.on(authApi.signUpRules, () =>
    answered(authApi.signUpRules, {
      data: {
        ...{ policy: 'open', domains: [], password: { min_length: 10, max_length: 128 }, referrer: null },
        ...{ setup: false, invitation: null, terms: null },
      },
    }),
  );
  await renderAt(node, { at, language: 'en' });
  await loadNamespaces(NAMESPACES as never);
  const [button] = await screen.findAllByRole('button');
  await vi.waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  expect(button).toBeDefined();
  return document.querySelector('form') as HTMLFormElement;
}

const TEXT_FIELDS = 'input:is(:not([type]), [type="text"], [type="email"], [type="password"], [type="search"])';

describe.each(Object.entries(FORMS))('form “%s”', (_, shown) => {
  it('submits with Enter (except in text areas), Ctrl+S and Ctrl+Enter', async () => {
    const form = await show(shown);
    const buttons = [...form.elements].filter((each) => each instanceof HTMLButtonElement && each.type === 'submit');
    expect(buttons).toHaveLength(1);
    expect(['primary', 'danger']).toContain(buttons[0]?.getAttribute('data-variant'));
    const main = buttons[0]?.textContent;
    const keyboard = userEvent.setup({ delay: null });

    for (const field of form.querySelectorAll<HTMLInputElement>(TEXT_FIELDS)) {
      submits.length = 0;
      field.focus();
      await keyboard.keyboard('{Enter}');
      // Fields that choose from a list or create entries handle Enter themselves.
      const isOwn = field.getAttribute('aria-haspopup') === 'listbox' || field.hasAttribute('list');
      expect(submits, field.name).toEqual(isOwn ? [] : [main]);
    }
    for (const area of form.querySelectorAll('textarea')) {
      submits.length = 0;
      const before = area.value;
      area.focus();
      await keyboard.keyboard('{Enter}');
      expect(area.value, area.name).not.toBe(before);
      expect(submits).toEqual([]);
    }
    if (form.hasAttribute('data-saved-by-keys')) {
      submits.length = 0;
      (form.querySelector<HTMLElement>('input, textarea') ?? form).focus();
      for (const key of ['s', 'Enter']) fireEvent.keyDown(document.activeElement ?? form, { key, ctrlKey: true });
      expect(submits).toHaveLength(2);
    }
  });
});

it('has no submit button besides the main one', () => {
  const files = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  const submitting = files.filter((file) =>
    readFileSync(join(import.meta.dirname, '..', file), 'utf8').includes('type="submit"'),
  );
  expect(submitting.sort()).toEqual([
    'features/campaigns/list/bulk/bulk-edit-dialog.tsx',
    'features/campaigns/list/bulk/import-dialog.tsx',
    'features/campaigns/list/edit/bulk-weights-dialog.tsx',
    'features/campaigns/list/edit/note-form.tsx',
    'features/campaigns/list/edit/weights-form.tsx',
    'features/campaigns/overview/path-card.tsx',
    'features/campaigns/overview/weights-dialog.tsx',
    'features/costs/import-costs-dialog.tsx',
    'features/networks/mapping-dialog.tsx',
    'features/statistics/toolbar/filter-dialog.tsx',
    'ui/form/submit-button.tsx',
    'widgets/billing/providers/pay-invoice-dialog.tsx',
    'widgets/periods/custom-days.tsx',
    'widgets/saved-views/saved-views.tsx',
  ]);
});
