import { unsubscribeApi } from '@poklik/contract/help';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import css from './unsubscribe-page.module.css';

/** Asks first: programs that check links in emails open this page too. */
export function UnsubscribePage() {
  const { t } = useTranslation('notifications');
  const { token = '' } = useParams();
  const stop = useMutation({ mutationFn: () => call(unsubscribeApi.confirm, { params: { subscriber: token } }) });
  const isMissing = stop.error instanceof ApiError && stop.error.code === 'not_found';
  const part = stop.isSuccess ? 'done' : isMissing ? 'missing' : 'title';
  return (
    <section className={css.card}>
      <h1 className={css.title} tabIndex={-1}>
        {t(`unsubscribe.${part}`)}
      </h1>
      <p className={css.text} role="status">
        {t(part === 'title' ? 'unsubscribe.text' : `unsubscribe.${part}_text`)}
      </p>
      {stop.error && !isMissing && (
        <Banner kind="danger" role="alert">
          {stop.error.message}
        </Banner>
      )}
      {part === 'title' && (
        <Button variant="primary" size="lg" wide loading={stop.isPending} onClick={() => stop.mutate()}>
          {t('unsubscribe.confirm')}
        </Button>
      )}
    </section>
  );
}
