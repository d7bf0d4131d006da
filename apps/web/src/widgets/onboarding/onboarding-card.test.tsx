import { type OnboardingStep, onboardingApi } from '@poklik/contract/onboarding';
import { type Profile, profileApi } from '@poklik/contract/profile';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useCurrentUser } from '../../api/current-user.ts';
import { answered, errorResponse, fakeServer } from '../../testing/fake-server.ts';
import { buildProfile } from '../../testing/profile.ts';
import { renderAt } from '../../testing/render.tsx';
import { OnboardingCard } from './onboarding-card.tsx';

const STEPS: OnboardingStep[] = ['email', 'campaign', 'click', 'conversion', 'colleague'];
const CUSTOMER: Partial<Profile> = {
  permissions: ['profile:read', 'campaigns:write', 'conversions:write', 'team:write'],
  is_onboarding: true,
};
const LATER_MS = 5_000;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

function Screen() {
  return (
    <>
      <h1 tabIndex={-1}>Screen</h1>
      {useCurrentUser().is_onboarding && <OnboardingCard />}
    </>
  );
}

async function open(done: OnboardingStep[], changes: Partial<Profile> = {}, { isDown = false } = {}) {
  const server = fakeServer();
  const state = { done, isDown, isHidden: false, profile: buildProfile({ ...CUSTOMER, ...changes }) };
  const answer = () => ({
    data: { steps: STEPS.map((step) => ({ step, done: state.done.includes(step) })), is_hidden: state.isHidden },
  });
  server.on(profileApi.get, () => answered(profileApi.get, state.profile));
  server.on(onboardingApi.get, () =>
    state.isDown ? errorResponse('unavailable', 'Not now') : answered(onboardingApi.get, answer()),
  );
  server.on(onboardingApi.update, ({ body }) => {
    state.isHidden = (body as { is_hidden: boolean }).is_hidden;
    return answered(onboardingApi.update, answer());
  });
  await renderAt(<Screen />, { at: '/en/campaign', language: 'en' });
  return { server, state };
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const step = (name: string) => within(screen.getByRole('region')).getByText(name).closest('li');

describe('onboarding card', () => {
  it('links to each step and checks off completed ones automatically', async () => {
    const { state } = await open(['email']);
    expect(await screen.findByText('1 of 5 done')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create a campaign' })).toHaveAttribute('href', '/en/campaign/create');
    expect(screen.getByRole('link', { name: 'Get your first conversion' })).toHaveAttribute(
      'href',
      '/en/instructions?guide=postback#live-check',
    );
    expect(step('Verify your email')).toHaveTextContent('Verify your email (done)');
    state.done = ['email', 'campaign', 'click'];
    await pass(LATER_MS);
    expect(await screen.findByText('3 of 5 done')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Get your first click' })).not.toBeInTheDocument();
  });

  it('reloads the user once the email is verified', async () => {
    const { server, state } = await open([], { email_verified_at: null });
    await screen.findByText('0 of 5 done');
    const asked = server.received.filter((call) => call === 'GET /profile').length;
    state.done = ['email'];
    await pass(LATER_MS);
    await screen.findByText('1 of 5 done');
    await vi.waitFor(() =>
      expect(server.received.filter((call) => call === 'GET /profile').length).toBeGreaterThan(asked),
    );
  });

  it('can be hidden and moves focus to the heading', async () => {
    const { state } = await open([]);
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Hide' }));
    await vi.waitFor(() => expect(screen.queryByRole('region')).not.toBeInTheDocument());
    expect(state.isHidden).toBe(true);
    await vi.waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  it('stays visible once complete, stops polling and is hidden the next time', async () => {
    const { server, state } = await open(STEPS);
    expect(await screen.findByText('You’re all set.')).toBeVisible();
    await vi.waitFor(() => expect(state.isHidden).toBe(true));
    const asked = server.received.length;
    await pass(3 * LATER_MS);
    expect(server.received).toHaveLength(asked);
    expect(screen.getByText('You’re all set.')).toBeVisible();
  });

  it('shows an error and can be retried', async () => {
    const { state } = await open(['email'], {}, { isDown: true });
    expect(await screen.findByText('Couldn’t load your progress.')).toBeVisible();
    expect(screen.getAllByRole('link'), 'and still lead on').toHaveLength(STEPS.length);
    state.isDown = false;
    await userEvent.setup({ delay: null }).click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 of 5 done')).toBeVisible();
  });
});
