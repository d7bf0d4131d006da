import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useTariffs } from '../../widgets/billing/tariffs.queries.ts';
import { useAnnouncementSegments } from './notifications.queries.ts';
import type { NotificationValues } from './use-notification-form.ts';

const useAudience = () => useWatch<NotificationValues, 'audience'>({ name: 'audience' });

/** The plan field, for announcements to a plan. */
export function PlanField() {
  const { t } = useTranslation('notifications');
  const language = useLanguage();
  const isAsked = useAudience() === 'tariff';
  const tariffs = useTariffs(isAsked);
  if (!isAsked) return null;
  // Archived plans still have accounts.
  const reachable = (tariffs.data ?? []).filter(({ is_archived, accounts }) => !is_archived || accounts !== 0);
  return (
    <Loaded query={tariffs}>
      <SelectField
        name="tariff_id"
        label={t('tariff')}
        hint={t('tariff_hint')}
        placeholder={tariffs.isPending ? t('tariffs_loading') : t('tariff_required')}
        disabled={tariffs.isPending}
        options={reachable.map(({ id, name }) => ({ value: String(id), label: name[language] }))}
      />
    </Loaded>
  );
}

/** The segment field, for announcements to a segment. */
export function SegmentField() {
  const { t } = useTranslation('notifications');
  const isAsked = useAudience() === 'segment';
  const segments = useAnnouncementSegments(isAsked);
  if (!isAsked) return null;
  return (
    <Loaded query={segments}>
      <SelectField
        name="segment_id"
        label={t('segment')}
        hint={t(segments.data?.length === 0 ? 'segments_none' : 'segment_hint')}
        placeholder={segments.isPending ? t('segments_loading') : t('segment_required')}
        disabled={segments.isPending}
        options={(segments.data ?? []).map(({ id, name, customers }) => ({
          value: String(id),
          label: `${name} · ${customers}`,
        }))}
      />
    </Loaded>
  );
}

interface LoadedProps {
  query: { error: Error | null; refetch: () => unknown };
  children: ReactNode;
}

/** The field, or why its options are missing. */
function Loaded({ query: { error, refetch }, children }: LoadedProps) {
  const { t: control } = useTranslation('select');
  if (!error) return children;
  return (
    <Banner
      kind="danger"
      role="alert"
      action={
        <Button size="sm" onClick={() => void refetch()}>
          {control('retry')}
        </Button>
      }
    >
      {error.message}
    </Banner>
  );
}
