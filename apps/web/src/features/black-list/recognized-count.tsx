import { ADD_BATCH_MAX } from '@poklik/contract/black-list';
import type { ClassifiedAddresses } from '@poklik/domain/black-list/classify-addresses';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { AddressList } from './address-list.tsx';
import css from './black-list-dialog.module.css';

interface RecognizedCountProps {
  found: ClassifiedAddresses;
  /** How many more the plan allows. */
  room: number;
}

/** Shows what is recognized while the user types. */
export function RecognizedCount({ found: { added, merged, refused }, room }: RecognizedCountProps) {
  const { t } = useTranslation('black_list_page');
  const count = added.length + merged.length + refused.length;
  if (count === 0) return null;
  const parts = [
    t('recognised', { count: added.length }),
    ...(merged.length > 0 ? [t('repeated', { count: merged.length })] : []),
    ...(refused.length > 0 ? [t('not_recognised', { count: refused.length })] : []),
  ];
  const tooMany = count > ADD_BATCH_MAX;
  return (
    <div className={css.part}>
      <p role="status" className={css.count}>
        {parts.join(' · ')}
      </p>
      {tooMany && <Banner kind="danger">{t('too_many', { max: ADD_BATCH_MAX, count })}</Banner>}
      {added.length > room && <Banner kind="warning">{t('room', { count: room })}</Banner>}
      {!tooMany && refused.length > 0 && (
        <AddressList
          label={t('not_recognised', { count: refused.length })}
          items={refused.map(({ text, line, reason }) => ({ text, line, note: t(`reason.${reason}`) }))}
        />
      )}
    </div>
  );
}
