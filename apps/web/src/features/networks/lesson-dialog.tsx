import type { Postback } from '@poklik/contract/conversions';
import type { LessonResult, Network } from '@poklik/contract/networks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { type Learned, LessonFields } from './lesson-fields.tsx';
import { LessonPreview } from './lesson-preview.tsx';
import css from './networks.module.css';
import { useApplyLesson, useCheckLesson, useReports } from './networks.queries.ts';

/** Teaches how the reports of a network are read. */
export function LessonDialog({ network, onClose }: { network: Network | null; onClose: () => void }) {
  const { t } = useTranslation('networks');
  return (
    <Modal
      opened={network !== null}
      onClose={onClose}
      title={t('lesson.title', { name: network?.name ?? '' })}
      wide
      closeOnClickOutside={false}
    >
      {network && <Loaded network={network} onDone={onClose} />}
    </Modal>
  );
}

function Loaded({ network, onDone }: { network: Network; onDone: () => void }) {
  const { t } = useTranslation('networks');
  const { data, error, refetch } = useReports(network.id);
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  if (data.length === 0) return <p className={css.line}>{t('lesson.empty')}</p>;
  return <Lesson network={network} reports={data} onDone={onDone} />;
}

interface LessonProps {
  network: Network;
  reports: readonly Postback[];
  onDone: () => void;
}

/** What is learned, then what it changes, which is applied. */
function Lesson({ network, reports, onDone }: LessonProps) {
  const { t } = useTranslation('networks');
  const [learned, setLearned] = useState<Learned>({ fields: {}, words: [] });
  const [preview, setPreview] = useState<LessonResult>();
  const check = useCheckLesson();
  const apply = useApplyLesson();
  const error = check.error ?? apply.error;
  const request = { id: network.id, lesson: learned };
  const submit = async () => {
    if (!preview) {
      setPreview(await check.mutateAsync(request));
      return;
    }
    const { replayed } = await apply.mutateAsync(request);
    toast(t('lesson.done', { count: replayed }));
    onDone();
  };
  return (
    <form
      className={css.part}
      onSubmit={(event) => {
        event.preventDefault();
        // A failure is shown below.
        submit().catch(() => undefined);
      }}
    >
      {error && (
        <Banner kind="danger" role="alert">
          {error.message}
        </Banner>
      )}
      {preview ? (
        <LessonPreview result={preview} />
      ) : (
        <LessonFields network={network} reports={reports} learned={learned} onLearn={setLearned} />
      )}
      <DialogActions>
        {preview && <Button onClick={() => setPreview(undefined)}>{t('lesson.back')}</Button>}
        <Button type="submit" variant="primary" loading={check.isPending || apply.isPending}>
          {t(preview ? 'lesson.apply' : 'lesson.check')}
        </Button>
      </DialogActions>
    </form>
  );
}
