import type { BulkEdit, BulkEditReport, CampaignEdit } from '@poklik/contract/bulk-edits';
import type { Campaign } from '@poklik/contract/campaigns';
import { type ComponentType, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../../api/current-user.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Segmented } from '../../../../ui/choice/segmented.tsx';
import { Select } from '../../../../ui/choice/select.tsx';
import { DialogActions } from '../../../../ui/dialog/dialog-actions.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import type { CampaignFilters } from '../use-campaign-filters.ts';
import css from './bulk.module.css';
import { useBulkEdit, useUndoEdit } from './bulk-edit.queries.ts';
import {
  CostForm,
  EDIT_KINDS,
  type EditFormProps,
  type EditKind,
  LanderForm,
  OfferForm,
  ParameterForm,
  UrlForm,
} from './edit-forms.tsx';
import { EditReport } from './edit-report.tsx';

interface BulkEditDialogProps {
  campaigns: Campaign[];
  filter: CampaignFilters['query'];
  opened: boolean;
  onClose: () => void;
}

const FORMS: Record<EditKind, ComponentType<EditFormProps>> = {
  url: UrlForm,
  offer: OfferForm,
  lander: LanderForm,
  cost: CostForm,
  parameter: ParameterForm,
};
const KIND_FIELD = 'bulk-edit-kind';

/** Changes something in many campaigns, after a look at every change. */
export function BulkEditDialog({ opened, onClose, ...rest }: BulkEditDialogProps) {
  const { t } = useTranslation('campaign_bulk');
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} wide closeOnClickOutside={false}>
      <Steps {...rest} onClose={onClose} />
    </Modal>
  );
}

interface Previewed {
  edit: CampaignEdit;
  report: BulkEditReport;
}

function Steps({ campaigns, filter, onClose }: Omit<BulkEditDialogProps, 'opened'>) {
  const { t } = useTranslation(['campaign_bulk', 'select']);
  const seesMoney = useCurrentUser().team.can_see_money;
  const [scope, setScope] = useState<'selected' | 'filter'>('selected');
  const [kind, setKind] = useState<EditKind>('url');
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const change = useBulkEdit();
  const EditForm = FORMS[kind];
  const chosen: Pick<BulkEdit, 'ids' | 'filter'> =
    scope === 'selected' ? { ids: campaigns.map(({ id }) => id) } : { filter };
  const preview = async (edit: CampaignEdit) => {
    const report = await change.mutateAsync({ ...chosen, edit, dry_run: true });
    setPreviewed({ edit, report });
  };
  const goBack = () => {
    flushSync(() => setPreviewed(null));
    form.current?.querySelector<HTMLElement>('form input')?.focus();
  };
  return (
    <>
      {/* Hidden, not removed: going back finds everything as it was entered. */}
      <div ref={form} className={css.steps} hidden={previewed !== null}>
        <Segmented
          label={t('scope.label')}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'selected', label: t('scope.selected', { count: campaigns.length }) },
            { value: 'filter', label: t('scope.filter') },
          ]}
        />
        <Field id={KIND_FIELD} label={t('kind.label')} error={undefined}>
          <Select
            id={KIND_FIELD}
            value={kind}
            onChange={(value) => setKind(EDIT_KINDS.find((each) => each === value) ?? kind)}
            options={EDIT_KINDS.filter((each) => each !== 'cost' || seesMoney).map((value) => ({
              value,
              label: t(`kind.${value}`),
            }))}
          />
        </Field>
        <EditForm onPreview={preview}>
          <DialogActions>
            <Button onClick={onClose}>{t('select:cancel')}</Button>
            <SubmitButton>{t('preview')}</SubmitButton>
          </DialogActions>
        </EditForm>
      </div>
      {previewed && <ApplyForm previewed={previewed} onBack={goBack} onDone={onClose} />}
    </>
  );
}

interface ApplyFormProps {
  previewed: Previewed;
  onBack: () => void;
  onDone: () => void;
}

function ApplyForm({ previewed, onBack, onDone }: ApplyFormProps) {
  const { t } = useTranslation('campaign_bulk');
  const { report } = previewed;
  const apply = useApply(onDone);
  return (
    <form
      className={css.steps}
      onSubmit={(event) => {
        event.preventDefault();
        apply.run(previewed);
      }}
    >
      {apply.problem && (
        <Banner kind="danger" role="alert">
          {apply.problem}
        </Banner>
      )}
      <EditReport report={report} />
      <DialogActions>
        <Button onClick={onBack}>{t('back')}</Button>
        <Button type="submit" variant="primary" loading={apply.isPending} disabled={report.token === null}>
          {t('apply', { count: report.counts.changed })}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Makes a previewed edit; the toast undoes all of it at once. */
function useApply(onDone: () => void) {
  const { t } = useTranslation(['campaign_bulk', 'campaigns']);
  const change = useBulkEdit();
  const undo = useUndoEdit();
  const namesOf = ({ campaigns }: BulkEditReport, ...results: string[]) =>
    campaigns.filter(({ result }) => results.includes(result)).map(({ name }) => `«${name}»`);
  const revert = (token: string) =>
    undo
      .mutateAsync(token)
      .then((report) => {
        const kept = namesOf(report, 'conflict', 'invalid');
        toast(t('undone', { count: report.counts.changed }));
        if (kept.length > 0) toast(t('not_undone', { campaigns: kept.join(', ') }), { kind: 'problem' });
      })
      .catch((error: Error) => toast(error.message, { kind: 'problem' }));
  return {
    isPending: change.isPending,
    problem: change.error?.message,
    run: ({ edit, report: { token } }: Previewed) => {
      if (token === null || change.isPending) return;
      change.mutate(
        { token, edit, dry_run: false },
        {
          onSuccess: (report) => {
            const skipped = namesOf(report, 'conflict');
            const made = report.token;
            toast(t('done', { count: report.counts.changed }), {
              ...(made !== null && { action: { label: t('campaigns:list.undo'), onSelect: () => void revert(made) } }),
            });
            if (skipped.length > 0) toast(t('skipped', { campaigns: skipped.join(', ') }), { kind: 'problem' });
            onDone();
          },
        },
      );
    },
  };
}
