import type { WithdrawalStatus as Status } from '@poklik/contract/withdrawals';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';

const LOOKS = {
  pending: { kind: 'warning', shape: 'clock' },
  approved: { kind: 'info', shape: 'dot' },
  processing: { kind: 'accent', shape: 'bars' },
  paid: { kind: 'success', shape: 'check' },
  rejected: { kind: 'danger', shape: 'cross' },
  cancelled: { kind: 'neutral', shape: 'back' },
  failed: { kind: 'danger', shape: 'back' },
} as const;

export function WithdrawalStatus({ status }: { status: Status }) {
  const { t } = useTranslation('withdrawal');
  return <Badge {...LOOKS[status]}>{t(`status.${status}`)}</Badge>;
}
