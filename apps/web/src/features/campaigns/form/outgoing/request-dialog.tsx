import type { OutgoingPostback } from '@poklik/contract/campaigns';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { CodeBlock } from '../../../../ui/copy/code-block.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../../../ui/state/error-card.tsx';
import { PageLoader } from '../../../../ui/state/page-loader.tsx';
import { requestText } from '../../../../widgets/request-text.ts';
import css from '../sections/fields.module.css';
import { useRequest } from './outgoing.queries.ts';

/** A dry run: the request with sample values. */
export function RequestDialog({ postback, onClose }: { postback: OutgoingPostback | null; onClose: () => void }) {
  const { t } = useTranslation('campaigns');
  const { data, error, refetch } = useRequest(postback);
  return (
    <Modal opened={postback !== null} onClose={onClose} title={t('form.request_title')} wide>
      {error ? (
        <ErrorCard message={error.message} onRetry={refetch} />
      ) : data ? (
        <div className={css.part}>
          <p className={css.text}>{t('form.request_text')}</p>
          {data.missing_secrets.length > 0 && (
            <Banner kind="warning">
              {t('form.missing_secrets', { names: data.missing_secrets.map((name) => `{secret.${name}}`).join(', ') })}
            </Banner>
          )}
          <CodeBlock code={requestText(data.request)} label={t('form.request_title')} />
        </div>
      ) : (
        <PageLoader />
      )}
    </Modal>
  );
}
