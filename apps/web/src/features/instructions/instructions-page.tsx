import { onboardingSteps } from '@poklik/domain/onboarding/onboarding-steps';
import { BookOpen, Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ChoiceLinks } from '../../ui/choice/choice-links.tsx';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { OnboardingCard } from '../../widgets/onboarding/onboarding-card.tsx';
import { GuideArticle } from './guide-article.tsx';
import { GuideNavigation } from './guide-navigation.tsx';
import { useInstructions } from './instructions.queries.ts';
import css from './instructions-page.module.css';
import { useChosenGuide } from './use-chosen-guide.ts';

/** Onboarding steps stay available here after they are hidden elsewhere. */
const FIRST_STEPS = 'first-steps';

const TABS = ['sources', 'networks', 'help'] as const;

type Tab = ComponentType<{ title: string; views: ReactNode }>;

interface InstructionsPageProps {
  /** The tabs of other features. */
  tabs: Record<(typeof TABS)[number], Tab>;
}

export function InstructionsPage({ tabs }: InstructionsPageProps) {
  const { t } = useTranslation('instructions');
  const canAsk = hasPermission(useCurrentUser(), 'help:write');
  const [search] = useSearchParams();
  const names = TABS.filter((name) => name !== 'help' || canAsk);
  const tab = names.find((name) => name === search.get('tab'));
  const views = (
    <div className={css.views}>
      <ChoiceLinks
        label={t('sections')}
        choices={[
          { label: t('guides'), to: { search: '' }, chosen: tab === undefined },
          ...names.map((name) => ({ label: t(name), to: { search: `?tab=${name}` }, chosen: tab === name })),
        ]}
      />
    </div>
  );
  if (tab === undefined) return <Guides views={views} />;
  const Panel = tabs[tab];
  return (
    <Suspense fallback={<PageHeader title={t('title')} />}>
      <Panel title={t('title')} views={views} />
    </Suspense>
  );
}

function Guides({ views }: { views: ReactNode }) {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  const user = useCurrentUser();
  const isAuthor = hasPermission(user, 'instructions:write');
  const isBeginner = onboardingSteps(user).length > 0;
  const [search] = useSearchParams();
  const showsFirstSteps = isBeginner && search.get('view') === FIRST_STEPS;
  const { data: guides, error, isPending, refetch } = useInstructions();
  const guide = useChosenGuide(guides ?? []);
  const navigate = useNavigate();
  useCreateKey(isAuthor ? () => void navigate(localizedPath(paths.instructionCreate)) : undefined);
  const create = (
    <ButtonLink
      variant="primary"
      icon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      to={localizedPath(paths.instructionCreate)}
      aria-keyshortcuts="c"
    >
      {t('create')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          isAuthor
            ? create
            : isBeginner &&
              !showsFirstSteps && <ButtonLink to={`?view=${FIRST_STEPS}`}>{t('onboarding.title')}</ButtonLink>
        }
      />
      {views}
      {showsFirstSteps && (
        <div className={css.firstSteps}>
          <OnboardingCard />
        </div>
      )}
      <Delayed waiting={isPending} loader={<PageLoader />}>
        {error ? (
          <ErrorCard message={error.message} onRetry={refetch} />
        ) : guide && guides ? (
          <div className={css.columns}>
            <GuideNavigation guides={guides} chosen={guide} isAuthor={isAuthor} />
            <GuideArticle key={guide.id} guide={guide} isAuthor={isAuthor} />
          </div>
        ) : (
          <EmptyState
            icon={BookOpen}
            title={t('empty.title')}
            text={t(isAuthor ? 'empty.text_author' : 'empty.text')}
            action={isAuthor && create}
          />
        )}
      </Delayed>
    </>
  );
}
