import type { Connection } from '@poklik/contract/connections';
import { EventId } from '@poklik/contract/conversion-values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { SearchField } from '../../ui/choice/search-field.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { requestText } from '../../widgets/request-text.ts';
import css from './connections.module.css';
import { useConnectionTest } from './connections.queries.ts';

/** A dry run: the request with sample values, or for a conversion. */
export function TestDialog({ connection, onClose }: { connection: Connection | null; onClose: () => void }) {
  const { t } = useTranslation('connections');
  return (
    <Modal
      opened={connection !== null}
      onClose={onClose}
      title={t('test.title', { name: connection?.name ?? '' })}
      wide
    >
      {connection && <Test connection={connection} />}
    </Modal>
  );
}

function Test({ connection: { id, platform } }: { connection: Connection }) {
  const { t } = useTranslation('connections');
  const isFile = platform === 'google_file';
  const [written, setWritten] = useState('');
  const conversionId = EventId.safeParse(written.trim().toLowerCase()).data ?? '';
  const { data, error, refetch } = useConnectionTest(id, conversionId);
  return (
    <div className={css.part}>
      <p className={css.line}>{t(isFile ? 'test.file_text' : 'test.text')}</p>
      {/* In a column, the field would grow downwards. */}
      <div>
        <SearchField value={written} onSearch={setWritten} placeholder={t('test.conversion')} />
      </div>
      {written !== '' && conversionId === '' && <Banner kind="warning">{t('test.bad_id')}</Banner>}
      {error ? (
        <ErrorCard message={error.message} onRetry={refetch} />
      ) : data ? (
        <>
          {data.skipped && (
            <Banner kind="warning">{t('test.skipped', { reason: t(`reasons.${data.skipped}`) })}</Banner>
          )}
          {data.request && (
            <CodeBlock
              code={isFile ? (data.request.body ?? '').trim() : requestText(data.request)}
              label={t(isFile ? 'test.line' : 'test.request')}
            />
          )}
        </>
      ) : (
        <PageLoader />
      )}
    </div>
  );
}
