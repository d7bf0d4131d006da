import type { CampaignSettings } from '@poklik/contract/campaigns';
import { isSameData } from '../campaigns/version-diff.ts';

type Json = Record<string, unknown>;

/** Rules of a CSV file say nothing about learning: a rule with the conditions of a known one learns as that does. */
export function withKeptOptimise(settings: Json, { rules: former }: Pick<CampaignSettings, 'rules'>): Json {
  const { rules } = settings;
  if (!Array.isArray(rules)) return settings;
  const kept = rules.map((rule: Json, at) => {
    const before = former[at];
    const isSame = before && isSameData(rule?.conditions, before.conditions);
    return isSame && before.optimise && rule.optimise === undefined ? { ...rule, optimise: before.optimise } : rule;
  });
  return { ...settings, rules: kept };
}
