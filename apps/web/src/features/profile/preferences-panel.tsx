import { type NotificationPreference, notificationsApi } from '@poklik/contract/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './preferences-panel.module.css';
import page from './profile-page.module.css';

const preferencesQuery = queryOptions({
  queryKey: ['profile', 'preferences'],
  queryFn: ({ signal }) => call(notificationsApi.preferences, {}, { signal }),
  select: ({ data }) => data,
});

const CHANNELS = ['in_app', 'by_letter'] as const;

/** Notification preferences, saved immediately. */
export function PreferencesPanel() {
  const { t } = useTranslation('profile');
  const { data, error, refetch } = useQuery(preferencesQuery);
  const save = useSavePreference();
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  return (
    <div className={page.column}>
      <section className={page.card} aria-labelledby="preferences-heading">
        <div className={page.head}>
          <h2 id="preferences-heading" className={page.heading}>
            {t('preferences.title')}
          </h2>
          <span role="status" className={page.saved}>
            {save.isSuccess && t('preferences.saved')}
          </span>
        </div>
        <p className={page.text}>{t('preferences.text')}</p>
        {save.error && (
          <Banner kind="danger" role="alert">
            {save.error.message}
          </Banner>
        )}
        <Delayed waiting={!data} loader={<PageLoader />}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('preferences.topic')}</th>
                {CHANNELS.map((channel) => (
                  <th key={channel} scope="col" className={css.channel}>
                    {t(`preferences.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data?.map((preference) => (
                <PreferenceRow key={preference.topic} preference={preference} onChange={save.mutate} />
              ))}
            </tbody>
          </table>
        </Delayed>
      </section>
    </div>
  );
}

interface PreferenceRowProps {
  preference: NotificationPreference;
  onChange: (preference: NotificationPreference) => void;
}

function PreferenceRow({ preference, onChange }: PreferenceRowProps) {
  const { t } = useTranslation('profile');
  const { topic, is_fixed: isFixed, is_in_app_fixed: isInAppFixed } = preference;
  return (
    <tr>
      <th scope="row" className={css.topic}>
        {t(`preferences.topics.${topic}`)}
        <span className={css.hint}>{t(`preferences.hints.${topic}`)}</span>
        {isFixed && <span className={css.hint}>{t('preferences.fixed')}</span>}
      </th>
      {CHANNELS.map((channel) => (
        <td key={channel} className={css.channel}>
          <input
            type="checkbox"
            className={css.box}
            aria-label={`${t(`preferences.topics.${topic}`)}: ${t(`preferences.${channel}`)}`}
            checked={preference[channel]}
            disabled={isFixed || (isInAppFixed && channel === 'in_app')}
            onChange={(event) => onChange({ ...preference, [channel]: event.target.checked })}
          />
        </td>
      ))}
    </tr>
  );
}

/** Optimistic, rolled back on error. */
function useSavePreference() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationFn: ({ topic, in_app, by_letter }: NotificationPreference) =>
      call(notificationsApi.savePreference, { body: { topic, in_app, by_letter } }),
    // Serialized, so the last response matches the last choice.
    scope: { id: 'preferences' },
    onMutate: async (chosen) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(
        queryKey,
        (now) => now && { data: now.data.map((each) => (each.topic === chosen.topic ? chosen : each)) },
      );
      return before;
    },
    onError: (_error, _chosen, before) => client.setQueryData(queryKey, before),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
}
