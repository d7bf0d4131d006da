import { describe, expect, it } from 'vitest';
import { campaignClickCost, clickCostState, impressionCost, linkClickCost } from './click-cost.ts';

describe('click cost', () => {
  it.each([
    ['none', '5', '0', ''],
    ['cpc', '0.05', '50000', '0.05'],
    ['free', '5', '0', '0'],
    ['cpc', '0.000001', '1', '0.000001'],
    ['cpc', '999999999999.999999', '999999999999999999', '999999999999.999999'],
    ['cpuc', '1.2', '1200000', '1.2'],
    ['cpm', '5', '0', '0'],
    ['cpa', '5', '0', '0'],
    ['revshare', '30', '0', '0'],
  ] as const)('for a campaign with model %s at %s is %s micro units', (cost_model, cost_value, micro, text) => {
    expect(campaignClickCost({ cost_model, cost_value })).toEqual({ micro, text, model: cost_model });
  });

  it.each(['cpc', 'cpuc'] as const)(
    'is unknown with model %s without a price, and known if clicks are free',
    (cost_model) => {
      const cost = campaignClickCost({ cost_model, cost_value: '0' });
      expect([cost, clickCostState(cost.model)]).toEqual([{ micro: '0', text: '', model: 'none' }, 'unknown']);
      expect(clickCostState(campaignClickCost({ cost_model: 'free', cost_value: '0' }).model)).toBe('known');
    },
  );

  it.each([
    ['cent', '12.5', '125000', '0.125'],
    ['cent', '7', '70000', '0.07'],
    ['micro', '35000', '35000', '0.035'],
    ['micro', '0.5', '0', '0.00'],
    ['per_mille', '2.5', '2500', '0.0025'],
    ['per_mille', '5000', '5000000', '5.00'],
    ['unit', '0.10', '100000', '0.10'],
  ] as const)('in the link in the unit %s of %s is %s micro units', (cost_scale, amount, micro, text) => {
    const cost = linkClickCost({ cost_model: 'cpc', cost_value: '9', cost_scale }, amount);
    expect(cost).toEqual({ micro, text, model: 'cpc' });
  });

  it('is checked for plausibility in its unit', () => {
    const model = (amount: string) =>
      linkClickCost({ cost_model: 'cpc', cost_value: '9', cost_scale: 'micro' }, amount).model;
    expect([model('10000000000'), model('10000000001'), model('1700000000')]).toEqual(['cpc', 'unreadable', 'cpc']);
  });

  it.each([
    ['0.5', '500000'],
    ['007', '7000000'],
    ['0.00000049', '0'],
    ['0.123456789', '123456'],
    ['12', '12000000'],
    ['10000', '10000000000'],
  ])('in the link of %s is %s micro units', (amount, micro) => {
    expect(linkClickCost({ cost_model: 'cpc', cost_value: '9', cost_scale: 'unit' }, amount).micro).toBe(micro);
  });

  it.each([
    ...['', ' ', '-1', '1e9', '1,5', '.5', '5.', '0x10', 'NaN', '1234567890123', '1.1.1', '１', 'abc'],
    ...['{cost}', '{cpc}', '[[[cpc]]]', '<cpc>', '##CPC##', '$CPC$', '%cpc%', '__CPC__'],
    // Taboola encrypts the price of a click.
    ...['cg8M0fGzzLzn1HNWEYAo6FRz3YiGxDkHSmXRE96PDgI=', '10000.000001', '1700000000'],
  ])('is unknown when the link contains "%s"', (amount) => {
    const cost = linkClickCost({ cost_model: 'cpc', cost_value: '9', cost_scale: 'unit' }, amount);
    expect([cost.text, clickCostState(cost.model)]).toEqual(['', 'unreadable']);
  });

  it('in the link applies per click, or per unique click with that model', () => {
    const models = (['none', 'free', 'cpc', 'cpuc', 'cpm', 'cpa', 'revshare'] as const).map(
      (cost_model) => linkClickCost({ cost_model, cost_value: '0', cost_scale: 'unit' }, '1').model,
    );
    expect(models).toEqual(['cpc', 'cpc', 'cpc', 'cpuc', 'cpc', 'cpc', 'cpc']);
  });
});

describe('impression cost', () => {
  it.each([
    ['cpm', '5', '5000'],
    ['cpm', '0.5', '500'],
    ['cpm', '0.0001', '0'],
    ['cpm', '0', '0'],
    ['cpc', '5', '0'],
  ] as const)('with model %s at %s is %s micro units', (cost_model, cost_value, micro) => {
    expect(impressionCost({ cost_model, cost_value })).toBe(micro);
  });
});
