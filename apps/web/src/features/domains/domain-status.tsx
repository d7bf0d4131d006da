import type { DomainStatus } from '@poklik/contract/domains';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { STATUS_LOOKS } from '../../widgets/status-looks.ts';

export function DomainStatusBadge({ status }: { status: DomainStatus }) {
  const { t } = useTranslation('domains');
  return <Badge {...STATUS_LOOKS.domain[status]}>{t(`status.${status}`)}</Badge>;
}
