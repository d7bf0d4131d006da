import type { BlackListAction } from '@poklik/contract/black-list';
import type { ClassifiedAddresses } from '@poklik/domain/black-list/classify-addresses';
import { parseIpRange } from '@poklik/domain/ip/ip-range';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatInteger } from '../../format/numbers.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { AddressList } from './address-list.tsx';
import css from './black-list-dialog.module.css';

export type AddWarning = ClassifiedAddresses['warnings'][number];

/** Larger numbers are shown rounded. */
const DIGITS_MAX = 1_000_000_000;

interface AddWarningsProps {
  doubts: readonly AddWarning[];
  action: BlackListAction;
  ownIp: string;
}

/** Warnings about likely mistakes, to confirm before adding. */
export function AddWarnings({ doubts, action, ownIp }: AddWarningsProps) {
  const { t } = useTranslation('black_list_page');
  const language = useLanguage();
  const sizeOf = (ip: string): string => {
    const range = parseIpRange(ip);
    const size = range ? Number(range.to - range.from + 1n) : 1;
    return size > DIGITS_MAX ? formatCompact(language, size) : formatInteger(language, size);
  };
  const isOwn = doubts.some(({ reason }) => reason === 'own_address');
  return (
    <div role="alert" className={css.part}>
      <p className={css.question}>{t('warnings_title')}</p>
      <AddressList
        label={t('warnings_title')}
        items={doubts.map(({ ip, reason }) => ({
          text: ip,
          note:
            reason === 'own_address'
              ? t('confirm_warning.own_address', { ownIp })
              : t('confirm_warning.wide_range', { size: sizeOf(ip) }),
        }))}
      />
      {isOwn && <Banner kind="warning">{t(action === 'block' ? 'own_blocked' : 'own_excluded')}</Banner>}
    </div>
  );
}
