import type { OnboardingStep } from '@poklik/contract/onboarding';
import { onboardingSteps } from '@poklik/domain/onboarding/onboarding-steps';
import { useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { currentUserQuery, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { isComplete, useHideOnboarding, useOnboarding } from './onboarding.queries.ts';
import css from './onboarding-card.module.css';

/** The screen of each step. */
const PLACES: Record<OnboardingStep, string> = {
  email: paths.profile,
  campaign: paths.campaignCreate,
  click: paths.liveCheck('quick-start'),
  conversion: paths.liveCheck('postback'),
  colleague: paths.teamUsers,
};

/** Onboarding steps, checked off automatically. */
export function OnboardingCard() {
  const { t } = useTranslation(['instructions', 'select']);
  const user = useCurrentUser();
  const { data, error, refetch } = useOnboarding();
  const id = useId();
  useStepEffects();
  const steps = data?.steps ?? onboardingSteps(user).map((step) => ({ step, done: null }));
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done) ?? steps.at(-1);
  return (
    <section className={css.frame} aria-labelledby={id}>
      <div className={css.card}>
        <div className={css.header}>
          <h2 id={id} className={css.title}>
            {t('onboarding.title')}
          </h2>
          <p role="status" className={css.progress}>
            {data
              ? t(isComplete(data) ? 'onboarding.complete' : 'onboarding.progress', { done, total: steps.length })
              : error && t('onboarding.unknown')}
          </p>
          {error && !data && (
            <Button size="sm" onClick={() => void refetch()}>
              {t('select:retry')}
            </Button>
          )}
          <HideButton isHidden={!user.is_onboarding} />
        </div>
        <ol className={css.steps}>
          {steps.map(({ step, done: isDone }) => (
            <li key={step} className={css.step} data-next={step === next?.step || undefined}>
              <Step step={step} isDone={isDone === true} />
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function Step({ step, isDone }: { step: OnboardingStep; isDone: boolean }) {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  const name = t(`onboarding.step.${step}`);
  if (!isDone) {
    return (
      <Link to={localizedPath(PLACES[step])} className={css.link}>
        <Circle size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
        {name}
      </Link>
    );
  }
  return (
    <span className={css.done}>
      <CircleCheck size={16} strokeWidth={1.75} aria-hidden className={css.icon} />
      <span>
        {name} <span className={css.spoken}>({t('onboarding.done')})</span>
      </span>
    </span>
  );
}

function HideButton({ isHidden }: { isHidden: boolean }) {
  const { t } = useTranslation('instructions');
  const hide = useHideOnboarding();
  const change = async () => {
    // Awaited, because callbacks are lost when the button unmounts.
    await hide.mutateAsync({ isHidden: !isHidden });
    toast(t(isHidden ? 'onboarding.shown' : 'onboarding.hidden'));
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  };
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={hide.isPending}
      onClick={() => void change().catch((error: Error) => toast(error.message, { kind: 'problem' }))}
    >
      {t(isHidden ? 'onboarding.show' : 'onboarding.hide')}
    </Button>
  );
}

/** Updates the rest of the app when steps are completed. */
function useStepEffects(): void {
  const client = useQueryClient();
  const user = useCurrentUser();
  const { data } = useOnboarding();
  const { mutate: hide } = useHideOnboarding();
  const isNewlyVerified =
    user.email_verified_at === null && data?.steps.some(({ step, done }) => step === 'email' && done) === true;
  useEffect(() => {
    if (isNewlyVerified) void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
  }, [client, isNewlyVerified]);
  // Once complete, the card is hidden the next time, except during impersonation.
  const isOver = data !== undefined && isComplete(data) && !data.is_hidden && user.impersonated_until === null;
  useEffect(() => {
    if (isOver) hide({ isHidden: true, isLater: true });
  }, [hide, isOver]);
}
