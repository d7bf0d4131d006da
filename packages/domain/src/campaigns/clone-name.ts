import { CAMPAIGN_NAME_MAX } from '@poklik/contract/campaigns';

const NUMBERED = /^(.*?) \((\d{1,6})\)$/su;

/** `Summer` becomes `Summer (2)`, then `Summer (3)`: the first free name. */
export function cloneName(name: string, taken: readonly string[]): string {
  const [, stem = name, number = '1'] = NUMBERED.exec(name) ?? [];
  const known = new Set(taken.map((other) => other.toLowerCase()));
  for (let next = Number(number) + 1; ; next += 1) {
    const ending = ` (${next})`;
    const candidate = cut(stem, CAMPAIGN_NAME_MAX - ending.length).trimEnd() + ending;
    if (!known.has(candidate.toLowerCase())) return candidate;
  }
}

/** Never splits a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
