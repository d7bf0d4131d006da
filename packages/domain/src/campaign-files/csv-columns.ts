import type { Condition } from '@poklik/contract/routing';

/** A line per destination. Rule 0 is for visitors who match no rule. */
export const FILE_COLUMNS = [
  'campaign',
  'status',
  'default_url',
  'rule',
  'rule_name',
  'rule_active',
  'match',
  'conditions',
  /** `2` for the second destination, `2/o/1/3` for the third one behind the first link of its lander. */
  'place',
  'name',
  'url',
  'offer',
  'lander',
  'weight',
  'active',
] as const;
export type FileColumn = (typeof FILE_COLUMNS)[number];

/** `country=DE|AT; device!=mobile` */
export const conditionsText = (conditions: readonly Condition[]): string =>
  conditions
    .map(({ dimension, operator, values }) => `${dimension}${operator === 'in' ? '=' : '!='}${values.join('|')}`)
    .join('; ');

/** Null if it can't be read. Dimensions and values are checked with the campaign. */
export function readConditions(text: string): { dimension: string; operator: string; values: string[] }[] | null {
  const parts = text.split(';').map((part) => /^\s*(\w+)\s*(!?=)\s*(.*?)\s*$/.exec(part));
  return parts.every((part) => part !== null)
    ? parts.map(([, dimension = '', sign, values = '']) => ({
        dimension,
        operator: sign === '=' ? 'in' : 'not_in',
        values: values.split('|').map((value) => value.trim()),
      }))
    : null;
}

const OFF = ['0', 'no', 'false'];
/** Anything else is on. */
export const readSwitch = (cell: string): boolean => !OFF.includes(cell.toLowerCase());
export const switchText = (isOn: boolean): string => (isOn ? '1' : '0');

/** `2/o/1/3` as destination 2, link 1, destination 3. */
export function readPlace(text: string): number[] | null {
  if (!/^[1-9]\d?(?:\/o\/[1-9]\d?\/[1-9]\d?)*$/.test(text)) return null;
  return text.replaceAll('/o/', '/').split('/').map(Number);
}
