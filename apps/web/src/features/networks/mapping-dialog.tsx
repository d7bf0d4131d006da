import type { Postback } from '@poklik/contract/conversions';
import type { MappingResult, Network } from '@poklik/contract/networks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { type MappingDraft, MappingFields } from './mapping-fields.tsx';
import { MappingPreview } from './mapping-preview.tsx';
import css from './networks.module.css';
import { useApplyMapping, useCheckMapping, usePostbacks } from './networks.queries.ts';

/** Maps how the postbacks of a network are read. */
export function MappingDialog({ network, onClose }: { network: Network | null; onClose: () => void }) {
  const { t } = useTranslation('networks');
  return (
    <Modal
      opened={network !== null}
      onClose={onClose}
      title={t('mapping_dialog.title', { name: network?.name ?? '' })}
      wide
      closeOnClickOutside={false}
    >
      {network && <Loaded network={network} onDone={onClose} />}
    </Modal>
  );
}

function Loaded({ network, onDone }: { network: Network; onDone: () => void }) {
  const { t } = useTranslation('networks');
  const { data, error, refetch } = usePostbacks(network.id);
  if (error) return <ErrorCard message={error.message} onRetry={refetch} />;
  if (!data) return <PageLoader />;
  if (data.length === 0) return <p className={css.line}>{t('mapping_dialog.empty')}</p>;
  return <MappingForm network={network} postbacks={data} onDone={onDone} />;
}

interface MappingFormProps {
  network: Network;
  postbacks: readonly Postback[];
  onDone: () => void;
}

/** The form, then a preview of what it changes, which is applied. */
function MappingForm({ network, postbacks, onDone }: MappingFormProps) {
  const { t } = useTranslation('networks');
  const [draft, setDraft] = useState<MappingDraft>({ fields: {}, words: [] });
  const [preview, setPreview] = useState<MappingResult>();
  const check = useCheckMapping();
  const apply = useApplyMapping();
  const error = check.error ?? apply.error;
  const request = { id: network.id, change: draft };
  const isUnchanged = Object.keys(draft.fields).length === 0 && draft.words.length === 0;
  const submit = async () => {
    if (!preview) {
      setPreview(await check.mutateAsync(request));
      return;
    }
    const { replayed } = await apply.mutateAsync(request);
    toast(t('mapping_dialog.done', { count: replayed }));
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
        <MappingPreview result={preview} />
      ) : (
        <MappingFields network={network} postbacks={postbacks} draft={draft} onChange={setDraft} />
      )}
      <DialogActions>
        {preview && <Button onClick={() => setPreview(undefined)}>{t('mapping_dialog.back')}</Button>}
        <Button
          type="submit"
          variant="primary"
          loading={check.isPending || apply.isPending}
          disabled={isUnchanged}
          title={isUnchanged ? t('mapping_dialog.unchanged') : undefined}
        >
          {t(preview ? 'mapping_dialog.apply' : 'mapping_dialog.check')}
        </Button>
      </DialogActions>
    </form>
  );
}
