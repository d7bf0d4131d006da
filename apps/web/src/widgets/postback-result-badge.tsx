import type { PostbackResult } from '@poklik/contract/conversion-values';
import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/badge.tsx';

/** Accepted, waiting or rejected. */
function badgeStyle(verdict: PostbackResult) {
  if (verdict === 'accepted' || verdict === 'updated') return { kind: 'success', shape: 'check' } as const;
  if (verdict === 'duplicate' || verdict === 'ignored') return { kind: 'neutral', shape: 'ring' } as const;
  if (verdict === 'waiting') return { kind: 'info', shape: 'clock' } as const;
  return { kind: 'danger', shape: 'cross' } as const;
}

export function PostbackResultBadge({ verdict }: { verdict: PostbackResult }) {
  const { t } = useTranslation('conversions');
  return <Badge {...badgeStyle(verdict)}>{t(`verdict.${verdict}`)}</Badge>;
}
