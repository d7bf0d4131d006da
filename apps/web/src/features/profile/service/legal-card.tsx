import { LEGAL_SLUGS, type LegalEdition, type LegalSlug } from '@poklik/contract/legal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import css from '../profile-page.module.css';
import { PublishDialog } from './publish-dialog.tsx';
import own from './service.module.css';
import { legalQuery } from './service.queries.ts';

/** Legal documents: what is in force, what is announced, and a new version of each. */
export function LegalCard() {
  const { t } = useTranslation('service');
  const { data: editions, error, refetch } = useQuery(legalQuery);
  const [edited, setEdited] = useState<LegalSlug>();
  const latestOf = (slug: LegalSlug) => editions?.find((edition) => edition.slug === slug);
  return (
    <section className={css.card} aria-labelledby="legal-heading">
      <h2 id="legal-heading" className={css.heading}>
        {t('legal.title')}
      </h2>
      <div className={css.stack}>
        <p className={css.text}>{t('legal.text')}</p>
        {error && !editions && <ErrorCard message={error.message} onRetry={refetch} />}
        {editions &&
          LEGAL_SLUGS.map((slug) => (
            <div key={slug} className={own.document}>
              <div>
                <h3 className={css.subheading}>{t(`legal.slug.${slug}`)}</h3>
                <Editions editions={editions.filter((edition) => edition.slug === slug)} />
              </div>
              <Button aria-label={`${t('legal.publish')}: ${t(`legal.slug.${slug}`)}`} onClick={() => setEdited(slug)}>
                {t('legal.publish')}
              </Button>
            </div>
          ))}
      </div>
      {edited !== undefined && (
        <PublishDialog slug={edited} latest={latestOf(edited)} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

function Editions({ editions }: { editions: LegalEdition[] }) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const localizedPath = useLocalizedPath();
  const { timezone } = useCurrentUser();
  if (editions.length === 0) return <p className={css.text}>{t('legal.none')}</p>;
  return editions.map(({ slug, version, effective_at: at }) => (
    <p key={version} className={css.text}>
      <Link to={localizedPath(`/legal/${slug}?version=${version}`)}>{t('legal.version', { version })}</Link>{' '}
      {t(Date.parse(at) > Date.now() ? 'legal.from' : 'legal.since', { date: formatDateTime(language, at, timezone) })}
    </p>
  ));
}
