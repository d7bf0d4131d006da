import { NetworkTemplate, NetworkTemplateBody } from '@poklik/contract/network-templates';
import { NetworkMapping } from '@poklik/contract/networks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePostback } from '../conversions/postback-fields.ts';
import { withClickParam } from './click-parameter.ts';
import { isRefusing, networkState, silentAfterSeconds } from './network-health.ts';
import {
  EMPTY_MAPPING,
  mappingOf,
  mergeTemplates,
  NETWORK_TEMPLATES,
  networkPostbackUrl,
  withMappingChange,
} from './network-templates.ts';
import { detailsOf } from './template-details.ts';

const parse = (query: string, mapping?: NetworkMapping | null) => {
  const values = new Map(
    query.split('&').map((part): [string, string] => {
      const mark = part.indexOf('=');
      return [part.slice(0, mark), decodeURIComponent(part.slice(mark + 1))];
    }),
  );
  return parsePostback((name) => values.get(name) ?? null, mapping);
};

describe('network templates', () => {
  it('are unique, valid, and make addresses that are read as they were meant', () => {
    expect(new Set(NETWORK_TEMPLATES.map(({ code }) => code)).size).toBe(NETWORK_TEMPLATES.length);
    for (const template of NETWORK_TEMPLATES) {
      expect(NetworkTemplate.safeParse(template).success, template.code).toBe(true);
      const mapping = mappingOf(template);
      expect(NetworkMapping.safeParse(mapping).success, template.code).toBe(true);
      const url = networkPostbackUrl('https://t.example', 'key', template);
      expect(url).toMatch(/^https:\/\/t\.example\/postback\/n\/key(\?|$)/);
      // Macros without brackets look like values.
      if (/^\w+$/.test(template.macros.click_id ?? '')) continue;
      // Not one of its macros is taken for a value when the network leaves it as it is.
      const unfilled = parse(
        url
          .slice(url.indexOf('?') + 1)
          .replaceAll('%', '%25')
          .replaceAll('#', '%23'),
        mapping,
      );
      expect(unfilled, template.code).toMatchObject({ clickId: '', payout: null, transactionId: '', status: '' });
    }
  });

  it('can each be written back as it is', () => {
    for (const template of NETWORK_TEMPLATES) {
      const details = detailsOf(template);
      expect(NetworkTemplateBody.parse({ ...details, is_hidden: false }), template.code).toEqual({
        ...details,
        is_hidden: false,
      });
    }
  });

  it.each(['', 'a b', '"x"', 'a&b', '{x}?', 'ї', 'x'.repeat(65)])('have no macro %j', (macro) => {
    const [template] = NETWORK_TEMPLATES as [NetworkTemplate];
    const body = { ...detailsOf(template), macros: { ...template.macros, payout: macro } };
    expect(NetworkTemplateBody.safeParse(body).success).toBe(false);
  });

  it('are what came with the program, as the operator hid, changed and added to it', () => {
    const [first, second] = NETWORK_TEMPLATES as [NetworkTemplate, NetworkTemplate];
    const details = { ...detailsOf(second), name: 'Mine', notes: 'Ask Olha' };
    const merged = mergeTemplates([
      { code: first.code, details: null, isHidden: true },
      { code: second.code, details, isHidden: false },
      { code: 'shared-new', details: { ...details, name: 'AAA' }, isHidden: false },
      // A release that was before this one had it.
      { code: 'gone', details: null, isHidden: true },
    ]);
    expect(merged).toHaveLength(NETWORK_TEMPLATES.length + 1);
    expect(merged.map(({ name }) => name)).toEqual(
      merged.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')),
    );
    const find = (code: string) => merged.find((template) => template.code === code);
    expect(find(first.code)).toEqual({ ...first, is_hidden: true });
    expect(find(second.code)).toMatchObject({ name: 'Mine', notes: 'Ask Olha', is_changed: true, is_shipped: true });
    expect(find(second.code)).toMatchObject({ is_verified: true, unverified_fields: [] });
    expect(find('shared-new')).toMatchObject({ is_shipped: false, is_changed: false });
    for (const template of merged) expect(NetworkTemplate.safeParse(template).success).toBe(true);
    expect(mergeTemplates([])).toEqual(NETWORK_TEMPLATES);
  });

  it('say which are confirmed by documentation', () => {
    expect(NETWORK_TEMPLATES.filter((template) => template.is_verified).length).toBe(36);
    expect(NETWORK_TEMPLATES).toHaveLength(77);
  });

  it('say what is unverified in words of the network, so that it needs no translation', () => {
    for (const { code, macros, statuses, unverified_fields } of NETWORK_TEMPLATES) {
      const known = [...Object.values(macros), ...statuses.map(({ word }) => word)];
      expect(
        unverified_fields.filter((field) => !known.includes(field)),
        code,
      ).toEqual([]);
    }
  });
});

describe('postbacks', () => {
  it.each(['<payout>', '[[[payout]]]', '[%payout%]', '[=payout=]', '##payout##', '{payout}', '{{payout}}', '#payout#'])(
    'have no amount in %s',
    (macro) => expect(parse(`cid=1&payout=${encodeURIComponent(macro)}`).payout).toBeNull(),
  );

  it.each([
    ['sub_id=A', 'a'],
    ['cnv_id=A', 'a'],
    ['external_id=A', 'a'],
    ['external_id=x&cid=B', 'b'],
  ])('are read by more names: %s', (query, clickId) => expect(parse(query, null).clickId).toBe(clickId));

  it('are read by the names of their network first, and type and order only at its address', () => {
    const mapping = { ...EMPTY_MAPPING, params: { payout: 'geld' } };
    expect(parse('geld=2&payout=1', mapping).payout).toBe('2');
    expect(parse('geld={sum}&payout=1', mapping).payout).toBe('1');
    expect(parse('goal=dep&order_id=7', mapping)).toMatchObject({ type: 'dep', transactionId: '7' });
    expect(parse('goal=dep&order_id=7')).toMatchObject({ type: 'lead', transactionId: '' });
  });

  it('can teach words, which the network’s own words override', () => {
    const keitaro = 'cid=1&sale_status=ok,confirm&lead_status=fresh&rejected_status=2';
    expect(parse(`${keitaro}&status=Confirm`).mappedStatus).toBe('approved');
    expect(parse(`${keitaro}&status=fresh`).mappedStatus).toBe('pending');
    expect(parse(`${keitaro}&status=2`).mappedStatus).toBe('rejected');
    const own = { ...EMPTY_MAPPING, statuses: [{ word: '2', status: 'pending' as const }] };
    expect(parse(`${keitaro}&status=2`, own).mappedStatus).toBe('pending');
    expect(parse('cid=1&status=3').mappedStatus).toBeUndefined();
    expect(parse('cid=1', { ...EMPTY_MAPPING, default_status: 'pending' }).mappedStatus).toBe('pending');
  });

  it('later words replace earlier ones in any case', () => {
    const first = withMappingChange(EMPTY_MAPPING, {
      fields: { payout: 'a' },
      words: [{ word: 'X', status: 'pending' }],
      types: [],
    });
    expect(withMappingChange(first, { fields: {}, words: [{ word: 'x', status: 'rejected' }], types: [] })).toEqual({
      ...first,
      statuses: [{ word: 'x', status: 'rejected' }],
    });
  });
});

describe('network health', () => {
  it.each([
    [null, 6 * 3_600],
    [600, 6 * 3_600],
    [7_200, 8 * 3_600],
  ])('a usual gap of %s s is silence after %s s', (gap, silent) => expect(silentAfterSeconds(gap)).toBe(silent));

  it.each([
    [{ postbacks: 2, rejected: 2 }, false],
    [{ postbacks: 3, rejected: 3 }, true],
    [{ postbacks: 19, rejected: 18 }, false],
    [{ postbacks: 20, rejected: 5 }, false],
    [{ postbacks: 20, rejected: 6 }, true],
  ])('%o', (counts, isBad) => expect(isRefusing(counts)).toBe(isBad));

  it('is green again after a postback', () => {
    const silentSince = new Date(1_000);
    const facts = { silentSince, postbacks: 1, rejected: 0 };
    expect(networkState({ ...facts, lastPostbackAt: new Date(500) })).toBe('silent');
    expect(networkState({ ...facts, lastPostbackAt: new Date(1_500) })).toBe('ok');
    expect(networkState({ ...facts, lastPostbackAt: null })).toBe('new');
  });

  it.each([1, 3, 40])('does not work when all of %s postbacks were rejected', (postbacks) => {
    const facts = { silentSince: null, lastPostbackAt: new Date(0), postbacks };
    expect(networkState({ ...facts, rejected: postbacks })).toBe('refusing');
    expect(networkState({ ...facts, rejected: 0 })).toBe('ok');
  });
});

describe('the click parameter', () => {
  it.each([
    ['https://a.test/', 'https://a.test/?sub1={click_id}'],
    ['https://a.test/?x=1#part', 'https://a.test/?x=1&sub1={click_id}#part'],
    ['https://a.test/?sub1=2', 'https://a.test/?sub1=2'],
    ['', ''],
  ])('%s', (url, result) => expect(withClickParam(url, 'sub1')).toBe(result));

  it('is added once', () =>
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = withClickParam(`https://a.test/${text}`, 'sub1');
        expect(withClickParam(once, 'sub1')).toBe(once);
      }),
    ));
});
