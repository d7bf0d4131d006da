import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDay } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Delayed } from '../../../ui/state/delayed.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import css from '../profile-page.module.css';
import own from './security.module.css';
import { useTwoFactor } from './security.queries.ts';
import { DisableTwoFactorDialog, RegenerateCodesDialog, SetUpDialog } from './two-factor-dialogs.tsx';

/** Warns when this few codes are left. */
const FEW_CODES = 3;

export function TwoFactorCard({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const twoFactor = useTwoFactor();
  const [open, setOpen] = useState<'set_up' | 'renew' | 'off'>();
  const close = () => setOpen(undefined);
  const { enabled_at: enabledAt, recovery_codes_left: left = 0 } = twoFactor.data ?? {};

  return (
    <section className={css.card} aria-labelledby="two-factor-heading">
      <div className={own.head}>
        <h2 id="two-factor-heading" className={css.heading}>
          {t('two_factor.title')}
        </h2>
        {twoFactor.data && (
          <Badge kind={enabledAt ? 'success' : 'neutral'} shape={enabledAt ? 'check' : 'ring'}>
            {t(enabledAt ? 'two_factor.on' : 'two_factor.off')}
          </Badge>
        )}
      </div>
      {twoFactor.error && !twoFactor.data ? (
        <ErrorCard message={twoFactor.error.message} onRetry={twoFactor.refetch} />
      ) : (
        <Delayed waiting={!twoFactor.data} loader={<PageLoader />}>
          <div className={own.stack}>
            {enabledAt ? (
              <p className={css.text}>
                {t('two_factor.since', { date: formatDay(language, enabledAt, timezone) })}{' '}
                {t('two_factor.codes_left', { count: left })}
              </p>
            ) : (
              <p className={css.text}>{t('two_factor.text')}</p>
            )}
            {enabledAt && left <= FEW_CODES && <Banner kind="warning">{t('two_factor.few_codes')}</Banner>}
            {canChange && (
              <div className={css.actions}>
                {enabledAt ? (
                  <>
                    <Button onClick={() => setOpen('renew')}>{t('two_factor.renew')}</Button>
                    <Button onClick={() => setOpen('off')}>{t('two_factor.turn_off')}</Button>
                  </>
                ) : (
                  <Button variant="primary" onClick={() => setOpen('set_up')}>
                    {t('two_factor.turn_on')}
                  </Button>
                )}
              </div>
            )}
          </div>
        </Delayed>
      )}
      <SetUpDialog opened={open === 'set_up'} onClose={close} />
      <RegenerateCodesDialog opened={open === 'renew'} onClose={close} />
      <DisableTwoFactorDialog opened={open === 'off'} onClose={close} />
    </section>
  );
}
