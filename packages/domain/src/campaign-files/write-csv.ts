import type { CampaignSettings } from '@poklik/contract/campaigns';
import { conditionsText, FILE_COLUMNS, type FileColumn, switchText } from './csv-columns.ts';
import { type FileTarget, type TargetNames, toFileTargets } from './file-targets.ts';

type Line = Partial<Record<FileColumn, string>>;

const targetLines = (list: readonly FileTarget[], before: string): Line[] =>
  list.flatMap(({ name, url = '', offer = '', lander = '', weight, active, next = [] }, at) => {
    const place = `${before}${at + 1}`;
    const own = { place, name, url, offer, lander, weight: String(weight), active: switchText(active) };
    return [own, ...next.flatMap(({ targets }, slot) => targetLines(targets, `${place}/o/${slot + 1}/`))];
  });

/** The lines of a campaign, as cells in the order of the columns. */
export function campaignLines(settings: CampaignSettings, names: TargetNames): string[][] {
  const { name, status, default_url, destinations, rules } = settings;
  const everyone = targetLines(toFileTargets(destinations, names), '');
  const lines: Line[] = [
    ...rules.flatMap((rule, at) =>
      targetLines(toFileTargets(rule.destinations, names), '').map((line) => ({
        ...{ rule: String(at + 1), rule_name: rule.name, rule_active: switchText(rule.active), match: rule.match },
        ...{ conditions: conditionsText(rule.conditions), ...line },
      })),
    ),
    ...(everyone.length > 0 ? everyone : [{}]).map((line) => ({ rule: '0', ...line })),
  ];
  return lines.map((line) => {
    const whole: Line = { campaign: name, status, default_url, ...line };
    return FILE_COLUMNS.map((column) => whole[column] ?? '');
  });
}
