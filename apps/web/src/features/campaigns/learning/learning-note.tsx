import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import css from './learning.module.css';
import { useSetLearning } from './learning.queries.ts';
import { StateText } from './state-text.tsx';

const LearningDialog = lazy(async () => ({ default: (await import('./learning-dialog.tsx')).LearningDialog }));

interface LearningNoteProps {
  campaignId: number;
  uid: string;
}

/** How far a set has learned; the dialog says why. */
export function LearningNote({ campaignId, uid }: LearningNoteProps) {
  const { t } = useTranslation('learning');
  const { data, error } = useSetLearning(campaignId, uid);
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  if (error) return <p className={css.hint}>{t('unavailable')}</p>;
  if (!data || data.state === 'fixed') return null;
  return (
    <div className={css.note}>
      <StateText learning={data} />
      {data.state !== 'waiting' && (
        <div>
          <Button size="sm" onClick={() => setIsOpen(true)}>
            {t('open')}
          </Button>
        </div>
      )}
      <Suspense>
        {isOpen !== null && (
          <LearningDialog campaignId={campaignId} uid={uid} opened={isOpen} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </div>
  );
}
