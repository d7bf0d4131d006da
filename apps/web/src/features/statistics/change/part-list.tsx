import type { ChangeSplit, ExplainedChange } from '@poklik/contract/statistics-change';
import { useTranslation } from 'react-i18next';
import { Amount } from './amount.tsx';
import css from './part-list.module.css';
import { usePartText } from './use-part-text.ts';

/** The parts of a difference, which add up to it. */
export function PartList({ split, answer: { data } }: { split: ChangeSplit; answer: ExplainedChange }) {
  const { t } = useTranslation('change');
  const partText = usePartText();
  const most = Math.max(...split.parts.map(({ amount }) => Math.abs(Number(amount))));
  return (
    <ul className={css.list}>
      {split.parts.map((part) => (
        <li key={part.part} className={css.row}>
          <span className={css.name}>{t(`part.${part.part}`)}</span>
          <Amount amount={part.amount} metric={data.metric} />
          <span className={css.detail}>{partText(part, split.dimension)}</span>
          <span className={css.track} aria-hidden>
            <span
              className={css.bar}
              data-less={Number(part.amount) < 0 || undefined}
              data-bad={Number(part.amount) < 0 === (data.metric !== 'cost') || undefined}
              style={{ width: `${(Math.abs(Number(part.amount)) / most) * 50}%` }}
            />
          </span>
        </li>
      ))}
      <li className={css.row} data-total>
        <span className={css.name}>{t('total')}</span>
        <Amount amount={data.difference ?? '0'} metric={data.metric} />
      </li>
    </ul>
  );
}
