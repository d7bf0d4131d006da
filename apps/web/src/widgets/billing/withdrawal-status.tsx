import type { WithdrawalStatus as Status } from '@poklik/contract/withdrawals';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { STATUS_LOOKS } from '../status-looks.ts';

export function WithdrawalStatus({ status }: { status: Status }) {
  const { t } = useTranslation('withdrawal');
  return <Badge {...STATUS_LOOKS.withdrawal[status]}>{t(`status.${status}`)}</Badge>;
}
