import { LegalSlug, legalApi } from '@poklik/contract/legal';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { call } from '../../api/client.ts';
import { formatDay } from '../../format/dates.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Banner } from '../../ui/banner.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import css from './legal-page.module.css';

/** A legal document, open to everyone. */
export function LegalPage() {
  const { t } = useTranslation('legal');
  const language = useLanguage();
  const { slug: asked } = useParams();
  const [search] = useSearchParams();
  const version = search.get('version');
  const slug = LegalSlug.safeParse(asked).data ?? 'terms';
  const { data, error, refetch } = useQuery({
    queryKey: ['legal', asked, version],
    queryFn: ({ signal }) =>
      call(legalApi.get, { params: { slug }, query: version === null ? {} : { version } }, { signal }),
    select: (answer) => answer.data,
  });
  if (error && !data) return <ErrorCard message={error.message} onRetry={refetch} />;
  return (
    <Delayed waiting={!data} loader={<PageLoader />}>
      {data && (
        <article className={css.article}>
          <h1 className={css.title} tabIndex={-1}>
            {data.texts[language].title}
          </h1>
          <p className={css.facts}>
            {t('version', { version: data.version, date: formatDay(language, data.effective_at, 'UTC') })}
          </p>
          {Date.parse(data.effective_at) > Date.now() && <Banner kind="info">{t('announced')}</Banner>}
          <Markdown text={data.texts[language].text} />
        </article>
      )}
    </Delayed>
  );
}
