import type { CampaignEdit } from '@poklik/contract/bulk-edits';
import { CampaignSettings } from '@poklik/contract/campaigns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, listEditedFields } from './apply-edit.ts';
import { readVersions, versionsText } from './campaign-versions.ts';

const settings = CampaignSettings.parse({
  name: 'Summer',
  default_url: 'https://old.example/x',
  params: [
    { name: 'banner', macro: '{banner}', sub: 'sub1' },
    { name: 'site', macro: '{site}', sub: 'sub2' },
  ],
  destinations: [
    { uid: 'aaaaaaaa', url: 'https://old.example/a' },
    { uid: 'bbbbbbbb', offer_id: 7, url: 'https://old.example/a' },
    {
      uid: 'cccccccc',
      lander_id: 3,
      url: 'https://old.example/a',
      next: [{ targets: [{ offer_id: 7 }, { url: 'https://old.example/a' }] }],
    },
  ],
  rules: [
    {
      uid: 'dddddddd',
      conditions: [{ dimension: 'country', operator: 'in', values: ['DE'] }],
      destinations: [{ url: 'https://old.example/ab' }],
    },
  ],
});

interface Case {
  edit: CampaignEdit;
  fields: [string, string, string][];
}

const CASES: Record<string, Case> = {
  'a whole URL, also below a lander, and not those of offers': {
    edit: { url: { match: 'whole', from: 'https://old.example/a', to: 'https://new.example/' } },
    fields: [
      ['destinations.0.url', 'https://old.example/a', 'https://new.example/'],
      ['destinations.2.next.0.targets.1.url', 'https://old.example/a', 'https://new.example/'],
    ],
  },
  'the start of URLs': {
    edit: { url: { match: 'prefix', from: 'https://old.example/', to: 'https://new.example/' } },
    fields: [
      ['default_url', 'https://old.example/x', 'https://new.example/x'],
      ['destinations.0.url', 'https://old.example/a', 'https://new.example/a'],
      ['destinations.2.next.0.targets.1.url', 'https://old.example/a', 'https://new.example/a'],
      ['rules.0.destinations.0.url', 'https://old.example/ab', 'https://new.example/ab'],
    ],
  },
  'an offer at every level': {
    edit: { offer: { from: 7, to: 8 } },
    fields: [
      ['destinations.1.offer_id', '7', '8'],
      ['destinations.2.next.0.targets.0.offer_id', '7', '8'],
    ],
  },
  'a lander': { edit: { lander: { from: 3, to: 4 } }, fields: [['destinations.2.lander_id', '3', '4']] },
  'the cost': {
    edit: { cost: { model: 'cpc', value: '0.5', currency: 'USD' } },
    fields: [
      ['cost_model', 'none', 'cpc'],
      ['cost_value', '0', '0.5'],
    ],
  },
  'parameters: changed, removed and new': {
    edit: {
      params: [
        { sub: 'sub3', name: 'zone', macro: '{zone}' },
        { sub: 'sub2', name: null, macro: '' },
        { sub: 'sub1', name: 'ad', macro: '{ad}' },
      ],
    },
    fields: [
      ['params.sub1', 'banner={banner}', 'ad={ad}'],
      ['params.sub2', 'site={site}', ''],
      ['params.sub3', '', 'zone={zone}'],
    ],
  },
  'nothing that is not there': { edit: { offer: { from: 70, to: 8 } }, fields: [] },
};

describe('a bulk edit replaces', () => {
  for (const [name, { edit, fields }] of Object.entries(CASES))
    it(name, () => {
      const listed = listEditedFields(settings, applyEdit(settings, edit));
      expect(listed.map(({ field, before, after }) => [field, before, after])).toEqual(fields);
    });

  it('nothing twice, and can be reversed where the new value was not there before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 19 }), (from, to) => {
        const once = applyEdit(settings, { offer: { from, to }, lander: { from, to } });
        expect(applyEdit(once, { offer: { from, to }, lander: { from, to } })).toEqual(once);
        const back = { from: to, to: from };
        expect(applyEdit(once, { offer: back, lander: back })).toEqual(settings);
      }),
    );
  });
});

it('versions survive as text', () => {
  const id = fc.integer({ min: 1, max: 999_999_999 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ id, version: id }), { minLength: 1, selector: (each) => each.id }),
      (list) => {
        expect([...readVersions(versionsText(list) ?? '')]).toEqual(list.map((each) => [each.id, each.version]));
      },
    ),
  );
  expect(versionsText([])).toBeNull();
});
