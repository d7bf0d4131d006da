import { describe, expect, it } from 'vitest';
import { ACCESS_PRESETS, presetAccess, presetOf } from './access-presets.ts';
import { isWithinOwnAccess } from './member-access.ts';

const OWNERS = [true, false].flatMap((can_see_money) =>
  [true, false].map((can_export) => ({ can_see_money, can_export })),
);

describe.each(ACCESS_PRESETS)('preset %s', (preset) => {
  it.each(OWNERS)('never gives more than $can_see_money/$can_export, and is recognized', (own) => {
    const access = presetAccess(preset, own);
    const given = { campaignIds: null, canSeeMoney: access.can_see_money, canExport: access.can_export };
    expect(
      isWithinOwnAccess(given, { campaignIds: null, canSeeMoney: own.can_see_money, canExport: own.can_export }),
    ).toBe(true);
    expect(presetOf(access, own)).toBe(preset);
  });
});

it('gives an analyst no financial data, and only an accountant billing', () => {
  const own = { can_see_money: true, can_export: true };
  expect(presetAccess('analyst', own)).toMatchObject({ role: 'VIEWER', can_see_money: false });
  expect(ACCESS_PRESETS.filter((preset) => presetAccess(preset, own).role === 'BILLING')).toEqual(['accountant']);
  expect(presetOf({ ...presetAccess('buyer', own), can_export: false }, own)).toBeNull();
});
