import type { ConversionStatus } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { STATUS_LOOKS } from '../../widgets/status-looks.ts';

export function StatusBadge({ status }: { status: ConversionStatus }) {
  const { t } = useTranslation('conversions');
  return <Badge {...STATUS_LOOKS.conversion[status]}>{t(`status.${status}`)}</Badge>;
}
