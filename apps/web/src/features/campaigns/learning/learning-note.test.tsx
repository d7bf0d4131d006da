import { learningApi, type SetLearning } from '@poklik/contract/learning';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { answered, errorResponse } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { LearningNote } from './learning-note.tsx';

const target = (uid: string, name: string, share: number, best: number) => ({
  ...{ uid, name, url: `https://${name}.example/`, active: true, share, best },
  ...{ clicks: 4_000, conversions: 80, due: 12.4, value: 0.0231, low: 0.018, high: 0.029 },
});
const LEARNED: SetLearning = {
  ...{ state: 'learned', goal: 'conversions', floor: 0.05, warm_up: 200, half_life_days: 14 },
  targets: [target('left0001', 'red', 0.1, 0.06), target('right001', 'blue', 0.9, 0.94)],
  beats: { uid: 'right001', other: 'left0001', probability: 0.94 },
  checked_at: '2026-11-13T10:00:00.000Z',
  history: [
    { epoch: 1, at: '2026-11-12T10:00:00.000Z', shares: null },
    {
      ...{ epoch: 2, at: '2026-11-13T10:00:00.000Z' },
      shares: [
        { uid: 'left0001', share: 0.1 },
        { uid: 'right001', share: 0.9 },
      ],
    },
  ],
};

/** The fake server knows numbers in paths only. */
const ENDPOINT = { ...learningApi.get, path: '/companies/{id}/sets/campaign/learning' } as const;
const open = (setUp: Parameters<typeof openScreen>[1]) =>
  openScreen(<LearningNote campaignId={5} uid="campaign" />, setUp, { namespaces: ['learning'] });
const opened = (change: Partial<SetLearning> = {}) =>
  open((server) => server.on(ENDPOINT, () => answered(learningApi.get, { data: { ...LEARNED, ...change } })));

describe('what a set has learned', () => {
  it('is explained with clicks, conversions seen and due, intervals and the history', async () => {
    const { user } = await opened();
    expect(await screen.findByText('“blue” beats “red”: 94%')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'See why' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'What the weights have learned' }));
    const [red, blue] = await dialog.findAllByRole('listitem');
    if (!red || !blue) throw new Error('no destinations');
    expect(blue).toHaveTextContent('90% of visitors now');
    expect(within(red).getByText('Clicks').nextSibling).toHaveTextContent('4,000');
    expect(within(red).getByText('Conversions seen').nextSibling).toHaveTextContent('80');
    expect(within(red).getByText('Still due').nextSibling).toHaveTextContent('12');
    expect(within(red).getByText('Approved per click, expected').nextSibling).toHaveTextContent(
      '2.31% (1.80% to 2.90%)',
    );
    expect(within(blue).getByText('Probability of being the best').nextSibling).toHaveTextContent('94%');
    expect(dialog.getByRole('slider', { name: 'Shares over time' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('blue: 90%'),
    );
  });

  it('hides amounts from members without financial data', async () => {
    const targets = LEARNED.targets.map((each) => ({ ...each, value: null, low: null, high: null }));
    const { user } = await opened({ goal: 'revenue', targets });
    await user.click(await screen.findByRole('button', { name: 'See why' }));
    expect((await screen.findAllByText('Revenue per click'))[0]?.nextSibling).toHaveTextContent('—');
  });

  it.each([
    ['waiting', /^Weights start to learn within ten minutes/],
    ['warming_up', /your weights hold until every destination has 200 clicks and all together 10 conversions/],
  ] as const)('while %s says what it waits for', async (state, text) => {
    await opened({ state, beats: null });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('says when it can’t be shown', async () => {
    await open((server) => server.on(ENDPOINT, () => errorResponse('unavailable', 'Unavailable.')));
    expect(await screen.findByText(/can’t be shown at the moment/)).toBeVisible();
  });
});
