import type { CampaignOptions } from '@poklik/contract/campaign-options';
import type { Campaign, CampaignBody, CampaignSettings } from '@poklik/contract/campaigns';
import { type Ref, useEffect, useImperativeHandle } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../api/current-user.ts';
import { isSignedIn } from '../../../api/session.ts';
import { paths } from '../../../i18n/paths.ts';
import { useLocalizedPath } from '../../../i18n/use-localized-path.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { UnsavedDialog } from '../../../ui/form/unsaved/unsaved-dialog.tsx';
import { useUnsavedGuard } from '../../../ui/form/unsaved/use-unsaved-guard.ts';
import { refusedFields } from '../../../ui/form/use-field.ts';
import { applyServerErrors } from '../../../ui/form/use-zod-form.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { CampaignIdContext } from '../learning/campaign-id.ts';
import css from './campaign-form.module.css';
import { ConflictBanner } from './conflict-banner.tsx';
import { DestinationsSection } from './destinations/destinations-section.tsx';
import { RulesSection } from './rules/rules-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { LimitsSection } from './schedule/limits-section.tsx';
import { BasicsSection } from './sections/basics-section.tsx';
import { CostSection } from './sections/cost-section.tsx';
import { type SectionId, sortByFormOrder } from './sections/form-sections.ts';
import { PostbacksSection } from './sections/postbacks-section.tsx';
import { SectionNav } from './sections/section-nav.tsx';
import { TrafficSection } from './sections/traffic-section.tsx';
import { SidePanel } from './simulator/side-panel.tsx';
import { TrackingSection } from './tracking/tracking-section.tsx';
import { useCampaignForm } from './use-campaign-form.ts';
import { FormNavigationContext, useFormNavigation } from './use-form-navigation.ts';
import { useSavedDraft } from './use-saved-draft.ts';

/** Imperative handle for the rest of the screen. */
export interface CampaignFormHandle {
  /** Shows a campaign saved elsewhere, such as a restored version. */
  show: (campaign: Campaign) => void;
  /** Applies a status changed elsewhere and keeps the other fields. */
  showStatus: (campaign: Campaign) => void;
}

interface CampaignFormProps {
  campaign?: Campaign;
  initial: CampaignSettings;
  options: CampaignOptions;
  onSaved: (campaign: Campaign) => void | Promise<void>;
  onDirty?: (dirty: boolean) => void;
  ref?: Ref<CampaignFormHandle>;
}

const FORM_ID = 'campaign-form';
/** Sections with defaults start closed. */
const OPENED: readonly SectionId[] = ['basics', 'destinations', 'rules'];

export function CampaignForm({ campaign, initial, options, onSaved, onDirty, ref }: CampaignFormProps) {
  const { t } = useTranslation('campaigns');
  const { form, save, show, showStatus, seen, conflict, isOverLimit } = useCampaignForm({ campaign, initial });
  const plain = form as unknown as UseFormReturn;
  const places = useFormNavigation(plain, OPENED);
  const { isDirty } = form.formState;
  const user = useCurrentUser();
  const isRestored = useSavedDraft({
    key: `campaign-draft ${user.id} ${campaign?.id ?? 'new'}`,
    version: seen?.version,
    form: plain,
  });
  useImperativeHandle(ref, () => ({ show, showStatus }));
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);

  const goToFirst = (names: readonly string[]) => {
    const [first] = sortByFormOrder(names.filter((name) => name !== 'root'));
    if (first !== undefined) places.goTo(first);
  };
  const { submit, saveDraft, saveAndLeave } = useSubmissions({ campaign, save, onSaved });
  const sendNow = (send: Send) => submitNow(form, send, goToFirst);
  const guard = useUnsavedGuard({
    dirty: isDirty,
    save: () => sendNow(saveAndLeave),
    // The draft is kept and restored after login.
    canLeave: () => !isSignedIn(),
  });

  const { campaigns_max: max, campaigns_used: used } = options.limits;
  const isFull = !campaign && max !== null && used >= max;

  return (
    <FormProvider {...plain}>
      <FormNavigationContext value={places}>
        <CampaignIdContext value={campaign?.id ?? null}>
          <div className={css.layout}>
            <div className={css.nav}>
              <SectionNav />
            </div>
            <div className={css.form}>
              <Form form={form} id={FORM_ID} onSubmit={submit} onRefused={goToFirst}>
                {(isFull || isOverLimit) && <LimitBanner max={max} />}
                {!isOverLimit && !conflict && <FormError />}
                {isRestored && <RestoredBanner onDiscard={() => form.reset()} />}
                {conflict && seen && (
                  <ConflictBanner
                    mine={seen}
                    theirs={conflict}
                    onTake={() => show(conflict)}
                    onKeep={() => void sendNow(async (body) => onSaved(await save(body, conflict.version)))}
                  />
                )}
                <BasicsSection tags={options.tags} isNew={!campaign} domains={options.domains} />
                <DestinationsSection />
                <RulesSection />
                <TrafficSection sources={options.traffic_sources} />
                <TrackingSection campaign={campaign} />
                <CostSection />
                <PostbacksSection
                  postbackUrl={campaign?.postback_url}
                  sources={options.traffic_sources}
                  networks={options.networks}
                  connections={options.connections}
                />
                <LimitsSection />
                <SaveBar isNew={!campaign} onDraft={() => void sendNow(saveDraft)} onDiscard={() => form.reset()} />
              </Form>
            </div>
            <aside className={css.side} aria-label={t('form.side')}>
              <SidePanel />
            </aside>
          </div>
        </CampaignIdContext>
        <UnsavedDialog guard={guard} />
      </FormNavigationContext>
    </FormProvider>
  );
}

type Send = (body: CampaignBody) => Promise<unknown>;

interface Submissions extends Pick<CampaignFormProps, 'onSaved'> {
  campaign: Campaign | undefined;
  save: (body: CampaignBody) => Promise<Campaign>;
}

/** Ways to save; the button decides a new campaign's status. */
function useSubmissions({ campaign, save, onSaved }: Submissions) {
  const { t } = useTranslation('campaigns');
  const asDraft = (body: CampaignBody): CampaignBody => ({ ...body, status: 'draft' });
  const submit = async (body: CampaignBody) => onSaved(await save(campaign ? body : { ...body, status: 'active' }));
  const saveDraft = async (body: CampaignBody) => onSaved(await save(asDraft(body)));
  const saveAndLeave = async (body: CampaignBody) => {
    if (campaign) return submit(body);
    // Leaving a new campaign must not activate it.
    const { name } = await save(asDraft(body));
    toast(t('form.draft_saved', { name }));
  };
  return { submit, saveDraft, saveAndLeave };
}

/** Sends the form without its submit button; returns whether it was saved. */
async function submitNow(
  form: ReturnType<typeof useCampaignForm>['form'],
  send: Send,
  onRefused: (names: readonly string[]) => void,
): Promise<boolean> {
  let saved = false;
  await form.handleSubmit(
    async (body) => {
      try {
        await send(body);
        saved = true;
      } catch (error) {
        onRefused(applyServerErrors(form, error));
      }
    },
    (errors) => onRefused(refusedFields(errors)),
  )();
  return saved;
}

function RestoredBanner({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTranslation('campaigns');
  return (
    <Banner
      kind="info"
      role="status"
      action={
        <Button size="sm" onClick={onDiscard}>
          {t('form.draft_discard')}
        </Button>
      }
    >
      {t('form.draft_restored')}
    </Banner>
  );
}

function LimitBanner({ max }: { max: number | null }) {
  const { t } = useTranslation('campaigns');
  const localizedPath = useLocalizedPath();
  return (
    <Banner
      kind="warning"
      role="alert"
      action={
        <ButtonLink size="sm" to={localizedPath(paths.tariffs)}>
          {t('form.to_tariffs')}
        </ButtonLink>
      }
    >
      {t('form.limit', { count: max ?? 0 })}
    </Banner>
  );
}
