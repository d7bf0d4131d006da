import type { DomainStatus } from '@poklik/contract/domains';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';

const LOOKS: Record<DomainStatus, Pick<ComponentProps<typeof Badge>, 'kind' | 'shape'>> = {
  pending: { kind: 'info', shape: 'clock' },
  active: { kind: 'success', shape: 'check' },
  failing: { kind: 'danger', shape: 'cross' },
  suspended: { kind: 'danger', shape: 'bars' },
  taken: { kind: 'warning', shape: 'ring' },
  expired: { kind: 'neutral', shape: 'clock' },
};

export function DomainStatusBadge({ status }: { status: DomainStatus }) {
  const { t } = useTranslation('domains');
  return <Badge {...LOOKS[status]}>{t(`status.${status}`)}</Badge>;
}
