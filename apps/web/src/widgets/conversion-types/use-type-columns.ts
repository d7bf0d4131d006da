import type { Language } from '@poklik/contract/language';
import { BASE_CURRENCY } from '@poklik/contract/money';
import type { Metrics } from '@poklik/contract/statistics';
import { isGoalCode, parseTypeColumn } from '@poklik/contract/type-columns';
import {
  displayedTypeColumn,
  listGoalColumns,
  listTypeColumns,
  typeColumnUnit,
} from '@poklik/domain/conversion-types/type-columns';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatInteger, formatMoney, formatPercent } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { useConversionTypes, useGoals, useTypeName } from './conversion-types.queries.ts';

/** IDs of every column of the account's goals and conversion types. */
export function useTypeColumnIds() {
  const types = useConversionTypes();
  const { can_see_money: seesMoney } = useCurrentUser().team;
  const goals = useGoals();
  return [
    ...listGoalColumns(goals.map(({ number }) => number)),
    ...listTypeColumns(
      types.map(({ code }) => code),
      seesMoney,
    ),
  ];
}

/** Columns of goals and conversion types, as `goal_1`, `deposit.approved` and `deposit/registration`. */
export function useTypeColumns<Row>(
  metricsOf: (row: Row) => Pick<Metrics, 'types'> | null,
  totals: Pick<Metrics, 'types'> | null | undefined,
): GridColumn<Row>[] {
  const { t } = useTranslation('statistics');
  const language = useLanguage();
  const typeName = useTypeName();
  const goals = useGoals();
  return useTypeColumnIds().map((id) => {
    const { code = '', metric = null, per = null } = parseTypeColumn(id) ?? {};
    const goal = isGoalCode(code) && goals.find(({ number }) => code === `goal_${number}`);
    const named = t('type_column', {
      type: goal ? goal.name : typeName(code),
      metric: t(`type_metric.${metric ?? 'conversions'}`),
    });
    const header = goal && metric !== 'cr' ? goal.name : per === null ? named : `${typeName(code)} / ${typeName(per)}`;
    const text = (row: Row) => typeColumnText(language, id, metricsOf(row));
    return {
      id,
      header,
      group: goal ? t('goals') : typeName(code),
      width: 144,
      align: 'end',
      firstOrder: 'desc',
      isShare: typeColumnUnit(id) === 'share',
      value: (row) => {
        const value = displayedTypeColumn(id, metricsOf(row) ?? {});
        return value === null ? null : Number(value);
      },
      cell: text,
      text,
      total: totals ? typeColumnText(language, id, totals) : null,
    };
  });
}

function typeColumnText(language: Language, id: string, metrics: Pick<Metrics, 'types'> | null): string {
  const value = metrics && displayedTypeColumn(id, metrics);
  switch (typeColumnUnit(id)) {
    case 'share':
      return formatPercent(language, value as number | null);
    case 'money':
      return formatMoney(language, value as string | null, BASE_CURRENCY);
    default:
      return formatInteger(language, value as number | null);
  }
}
