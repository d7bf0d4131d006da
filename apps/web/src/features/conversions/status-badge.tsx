import type { ConversionStatus } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';

const LOOKS = {
  pending: { kind: 'warning', shape: 'clock' },
  approved: { kind: 'success', shape: 'check' },
  rejected: { kind: 'danger', shape: 'cross' },
  chargeback: { kind: 'danger', shape: 'back' },
} as const;

export function StatusBadge({ status }: { status: ConversionStatus }) {
  const { t } = useTranslation('conversions');
  return <Badge {...LOOKS[status]}>{t(`status.${status}`)}</Badge>;
}
