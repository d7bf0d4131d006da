import { CampaignSettings } from '@poklik/contract/campaigns';
import type { VisitorFacts } from '@poklik/contract/routing';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { choiceWithoutRules, chooseOnPage } from './page-choice.ts';
import { planRouting } from './routing-plan.ts';

const FACTS: VisitorFacts = { country: 'DE', language: 'de', device: 'mobile', os: 'android', browser: 'chrome' };
const MOMENT = { weekday: 1, minute: 720 } as const;
const to = (lander_id: number, weight: number, uid: string) => ({
  ...{ uid, name: '', url: '', weight, active: true, lander_id },
  next: [{ targets: [{ name: '', url: `https://${uid}.test/`, weight: 100, active: true }] }],
});
const plain = { name: '', url: 'https://plain.test/', weight: 100, active: true };
const plan = planRouting(
  CampaignSettings.parse({
    name: 'Pages',
    default_url: 'https://default.test/',
    destinations: [to(9, 100, 'rest0009')],
    rules: [
      {
        conditions: [{ dimension: 'country', operator: 'in', values: ['DE'] }],
        destinations: [plain, to(7, 30, 'rule0007'), to(8, 100, 'rule0008'), to(7, 10, 'rule1007')],
      },
    ],
  }),
);
const choose = (landerId: number | undefined, random: number, country = 'DE') => {
  const choice = chooseOnPage(plan, { facts: { ...FACTS, country }, moment: MOMENT, random }, landerId);
  return [choice.rule, choice.destination, choice.lander?.id, choice.lander?.uid];
};

describe('a click that starts on a page', () => {
  it.each([
    ['the first place of the lander', 7, 0, 'DE', [1, 2, 7, 'rule0007']],
    ['three quarters stay there', 7, 0.74, 'DE', [1, 2, 7, 'rule0007']],
    ['the rest', 7, 0.76, 'DE', [1, 4, 7, 'rule1007']],
    ['no rule matches', 9, 0.5, 'UA', [0, 1, 9, 'rest0009']],
    ['the rule leads elsewhere', 9, 0.5, 'DE', [1, 0, 9, 'rest0009']],
    ['a lander that the campaign doesn’t have', 5, 0.5, 'DE', [1, 0, 5, '']],
    ['a page that is no lander', undefined, 0.5, 'DE', [1, 0, undefined, undefined]],
  ])('%s', (_, landerId, random, country, expected) => {
    expect(choose(landerId, random, country)).toEqual(expected);
  });

  it('follows from the same facts as a click on the link, and nothing else', () => {
    expectTypeOf<keyof Parameters<typeof chooseOnPage>[1]>().toEqualTypeOf<'facts' | 'moment' | 'random'>();
  });

  it('never leaves its page', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (id, random) => {
          expect(choose(id, random)[2]).toBe(id);
        },
      ),
    );
  });

  it('has the links of its lander while the rules don’t apply', () => {
    expect(choiceWithoutRules(plan, 8)).toMatchObject({ rule: 0, destination: 0, lander: { uid: 'rule0008' } });
    expect(choiceWithoutRules(plan, undefined)).toEqual({ rule: 0, destination: 0, url: '' });
  });
});
