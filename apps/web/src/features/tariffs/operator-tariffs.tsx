import type { Tariff } from '@poklik/contract/tariffs';
import { Archive, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CreateButton } from '../../ui/create-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useCreateKey } from '../../ui/keyboard/use-create-key.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { useTariffs } from '../../widgets/billing/tariffs.queries.ts';
import { differingFeatures } from './differing-features.ts';
import { TariffCard } from './tariff-card.tsx';
import css from './tariff-choice.module.css';
import { TariffEditor } from './tariff-editor.tsx';
import { TariffViews } from './tariff-views.tsx';
import { useArchiveTariff } from './tariffs.queries.ts';

/** All plans with their account counts and edit actions. */
export function OperatorTariffs() {
  const { t } = useTranslation('tariffs');
  const language = useLanguage();
  const tariffs = useTariffs();
  const archive = useArchiveTariff();
  const [edited, setEdited] = useState<Tariff | 'new' | null>(null);
  const [archived, setArchived] = useState<Tariff | null>(null);

  const add = () => setEdited('new');
  useCreateKey(add);

  return (
    <>
      <PageHeader title={t('title')} actions={<CreateButton onClick={add}>{t('editor.add')}</CreateButton>} />
      <TariffViews chosen="tariffs" />
      {tariffs.error && !tariffs.data ? (
        <ErrorCard message={tariffs.error.message} onRetry={tariffs.refetch} />
      ) : (
        <Delayed waiting={!tariffs.data} loader={<PageLoader />}>
          <div className={css.cards}>
            {(tariffs.data ?? []).map((tariff) => (
              <TariffCard
                key={tariff.id}
                tariff={tariff}
                period={tariff.period}
                features={differingFeatures(tariffs.data ?? [])}
                badges={<TariffStatus tariff={tariff} />}
                actions={
                  <>
                    <Button
                      size="sm"
                      icon={<Pencil size={16} strokeWidth={1.75} aria-hidden />}
                      onClick={() => setEdited(tariff)}
                      aria-label={t('editor.edit_of', { name: tariff.name[language] })}
                    >
                      {t('editor.edit')}
                    </Button>
                    {!tariff.is_archived && Number(tariff.price) > 0 && (
                      <Button
                        size="sm"
                        variant="ghost"
                        icon={<Archive size={16} strokeWidth={1.75} aria-hidden />}
                        onClick={() => setArchived(tariff)}
                        aria-label={t('editor.archive_of', { name: tariff.name[language] })}
                      >
                        {t('editor.archive')}
                      </Button>
                    )}
                  </>
                }
              />
            ))}
          </div>
        </Delayed>
      )}
      {edited && <TariffEditor tariff={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog
        opened={archived !== null}
        onClose={() => setArchived(null)}
        title={t('editor.archive_title', { name: archived?.name[language] })}
        confirmLabel={t('editor.archive')}
        cancelLabel={t('editor.cancel')}
        onConfirm={async () => archived && archive.mutateAsync(archived)}
        danger
      >
        <p>{t('editor.archive_text', { count: archived?.accounts ?? 0 })}</p>
      </ConfirmDialog>
    </>
  );
}

function TariffStatus({ tariff }: { tariff: Tariff }) {
  const { t } = useTranslation('tariffs');
  const state = tariff.is_archived ? 'archived' : tariff.is_public ? 'offered' : 'hidden';
  const LOOK = { archived: ['neutral', 'box'], offered: ['success', 'dot'], hidden: ['warning', 'ring'] } as const;
  const [kind, shape] = LOOK[state];
  return (
    <>
      <Badge kind={kind} shape={shape}>
        {t(`editor.${state}`)}
      </Badge>
      <span className={css.accounts}>{t('editor.accounts', { count: tariff.accounts ?? 0 })}</span>
    </>
  );
}
