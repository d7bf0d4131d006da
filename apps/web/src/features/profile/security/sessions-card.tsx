import type { Session } from '@poklik/contract/security';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime } from '../../../format/dates.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Delayed } from '../../../ui/state/delayed.tsx';
import { ErrorCard } from '../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../ui/state/page-loader.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import css from '../profile-page.module.css';
import own from './security.module.css';
import { useEndOtherSessions, useEndSession, useSessions } from './security.queries.ts';

export function SessionsCard({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation('profile');
  const sessions = useSessions();
  const endOne = useEndSession();
  const endOthers = useEndOtherSessions();
  const [chosen, setChosen] = useState<Session>();
  const [confirming, setConfirming] = useState<'one' | 'others'>();
  const list = sessions.data ?? [];

  return (
    <section className={css.card} aria-labelledby="sessions-heading">
      <div className={own.head}>
        <h2 id="sessions-heading" className={css.heading}>
          {t('sessions.title')}
        </h2>
        {canChange && list.length > 1 && (
          <Button size="sm" onClick={() => setConfirming('others')}>
            {t('sessions.end_others')}
          </Button>
        )}
      </div>
      {sessions.error && !sessions.data ? (
        <ErrorCard message={sessions.error.message} onRetry={sessions.refetch} />
      ) : (
        <Delayed waiting={!sessions.data} loader={<PageLoader />}>
          <ul className={own.sessions}>
            {list.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                {...(canChange &&
                  !session.is_current && {
                    onEnd: () => {
                      setChosen(session);
                      setConfirming('one');
                    },
                  })}
              />
            ))}
          </ul>
        </Delayed>
      )}
      <ConfirmDialog
        opened={confirming !== undefined}
        onClose={() => setConfirming(undefined)}
        title={
          confirming === 'others'
            ? t('sessions.others_question')
            : t('sessions.question', { device: chosen?.device, ip: chosen?.ip })
        }
        confirmLabel={t(confirming === 'others' ? 'sessions.end_others' : 'sessions.end')}
        danger
        onConfirm={async () => {
          const { message } =
            confirming === 'others' ? await endOthers.mutateAsync() : await endOne.mutateAsync(chosen?.id ?? 0);
          toast(message);
        }}
      >
        {t('sessions.consequence')}
      </ConfirmDialog>
    </section>
  );
}

const MOBILE_DEVICES = /Android|iOS/;

function SessionRow({ session, onEnd }: { session: Session; onEnd?: () => void }) {
  const { t } = useTranslation('profile');
  const language = useLanguage();
  const { timezone } = useCurrentUser();
  const Icon = MOBILE_DEVICES.test(session.device) ? Smartphone : Monitor;
  const when = (iso: string) => formatDateTime(language, iso, timezone);
  return (
    <li className={own.session}>
      <Icon size={20} strokeWidth={1.75} aria-hidden className={own.icon} />
      <div className={own.what}>
        <p className={own.device}>
          {session.device}
          {session.is_current && (
            <Badge kind="success" shape="check">
              {t('sessions.current')}
            </Badge>
          )}
          {session.is_operator && (
            <Badge kind="warning" shape="dot">
              {t('sessions.operator')}
            </Badge>
          )}
        </p>
        <p className={own.details}>
          {session.ip} · {t('sessions.seen', { date: when(session.last_seen_at) })} ·{' '}
          {t('sessions.since', { date: when(session.created_at) })}
        </p>
      </div>
      {onEnd && (
        <Button
          size="sm"
          aria-label={t('sessions.end_named', { device: session.device, ip: session.ip })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
