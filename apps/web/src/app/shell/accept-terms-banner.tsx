import { legalApi } from '@poklik/contract/legal';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { currentUserQuery } from '../../api/current-user.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import css from './shell.module.css';

/** Shown to owners until they have accepted new terms. Links and postbacks work meanwhile. */
export function AcceptTermsBanner() {
  const { t } = useTranslation('sidebar');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const client = useQueryClient();
  const { data: pending = [] } = useQuery({
    queryKey: ['legal', 'pending'],
    queryFn: ({ signal }) => call(legalApi.pending, {}, { signal }),
    select: ({ data }) => data,
  });
  const accept = useMutation({
    mutationFn: async () => {
      for (const { slug, version } of pending) await call(legalApi.accept, { body: { slug, version, language } });
      await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
  });
  if (pending.length === 0) return null;
  return (
    <div className={css.banner}>
      <Banner
        kind="warning"
        role="status"
        action={
          <Button size="sm" loading={accept.isPending} onClick={() => accept.mutate()}>
            {t('terms.accept')}
          </Button>
        }
      >
        {t('terms.needed')}{' '}
        {pending.map(({ slug, version, titles }) => (
          <a
            key={slug}
            href={localizedPath(`/legal/${slug}?version=${version}`)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {titles[language]}
          </a>
        ))}
        {accept.error && ` ${accept.error.message}`}
      </Banner>
    </div>
  );
}
