import type { BlackListReport } from '@poklik/contract/black-list';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { AddressList } from './address-list.tsx';
import css from './black-list-dialog.module.css';

/** Additions alone need no details. */
export const hasDetails = ({ merged, refused, warnings }: BlackListReport): boolean =>
  merged.length + refused.length + warnings.length > 0;

/** Results of the submitted lines. Rejected ones stay in the field below with reasons. */
export function AddReport({ report: { added, merged, refused, warnings } }: { report: BlackListReport }) {
  const { t } = useTranslation('black_list_page');
  return (
    <div role="status" className={css.part}>
      <Banner kind={added.length > 0 ? 'success' : 'info'}>
        {added.length > 0 ? t('added', { count: added.length }) : t('added_none')}
      </Banner>
      {warnings.length > 0 && (
        <>
          <p className={css.count}>{t('look_again')}</p>
          <AddressList
            label={t('look_again')}
            items={warnings.map(({ ip, reason }) => ({ text: ip, note: t(`warning.${reason}`) }))}
          />
        </>
      )}
      {merged.length > 0 && (
        <>
          <p className={css.count}>{t('merged', { count: merged.length })}</p>
          <AddressList
            label={t('merged', { count: merged.length })}
            items={merged.map(({ ip, covered_by }) => ({
              text: ip,
              note: ip === covered_by ? t('merged_same') : t('covered_by', { range: covered_by }),
            }))}
          />
        </>
      )}
      {refused.length > 0 && (
        <>
          <p className={css.count}>{t('rejected', { count: refused.length })}</p>
          <AddressList
            label={t('rejected', { count: refused.length })}
            // By current line number in the field.
            items={refused.map(({ text, reason }, place) => ({ text, line: place + 1, note: t(`reason.${reason}`) }))}
          />
        </>
      )}
    </div>
  );
}
