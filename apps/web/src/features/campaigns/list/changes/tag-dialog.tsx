import { type BulkChange, NewTag } from '@poklik/contract/campaign-bulk';
import type { Campaign } from '@poklik/contract/campaigns';
import { distinctTags } from '@poklik/domain/campaigns/tags';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { Form } from '../../../../ui/form/form.tsx';
import { FormError } from '../../../../ui/form/form-error.tsx';
import { SubmitButton } from '../../../../ui/form/submit-button.tsx';
import { TextField } from '../../../../ui/form/text-field.tsx';
import { useZodForm } from '../../../../ui/form/use-zod-form.ts';
import css from './tag-dialog.module.css';

interface TagDialogProps {
  /** Current campaigns: each change shows at once. */
  campaigns: Campaign[];
  /** Every tag of the account. */
  tags: string[];
  opened: boolean;
  onClose: () => void;
  change: (change: BulkChange) => Promise<{ data: { changed: number } }>;
}

const ICON = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;
const has = (campaign: Campaign, tag: string) => campaign.tags.some((own) => own.toLowerCase() === tag.toLowerCase());

/** Adds and removes tags of several campaigns. */
export function TagDialog({ campaigns, tags, opened, onClose, change }: TagDialogProps) {
  const { t } = useTranslation(['campaigns', 'select']);
  const form = useZodForm(NewTag, { defaultValues: { tag: '' } });
  const [notice, setNotice] = useState<{ kind: 'danger' | 'warning'; text: string } | null>(null);
  const ids = campaigns.map(({ id }) => id);
  const worn = distinctTags(campaigns.flatMap((campaign) => campaign.tags));
  const offered = tags.filter((tag) => !campaigns.every((campaign) => has(campaign, tag)));

  const add = async (tag: string) => {
    const without = campaigns.filter((campaign) => !has(campaign, tag)).length;
    const { data } = await change({ ids, action: 'add_tag', tag });
    const full = without - data.changed;
    setNotice(full > 0 ? { kind: 'warning', text: t('list.tag_dialog.full', { count: full }) } : null);
  };

  const attempt = async (work: Promise<unknown>) => {
    setNotice(null);
    try {
      await work;
    } catch (error) {
      setNotice({ kind: 'danger', text: error instanceof Error ? error.message : String(error) });
    }
  };

  const close = () => {
    setNotice(null);
    form.reset();
    onClose();
  };

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('list.tag_dialog.title', { what: t('list.campaigns', { count: campaigns.length }) })}
    >
      <div className={css.content}>
        <TagList
          title={t('list.tag_dialog.worn')}
          tags={worn}
          icon={<X {...ICON} />}
          labelOf={(tag) => t('list.tag_dialog.remove', { tag })}
          onChoose={(tag) => void attempt(change({ ids, action: 'remove_tag', tag }))}
        />
        <TagList
          title={t('list.tag_dialog.offered')}
          tags={offered}
          variant="ghost"
          icon={<Plus {...ICON} />}
          labelOf={(tag) => t('list.tag_dialog.add', { tag })}
          onChoose={(tag) => void attempt(add(tag))}
        />
        <Form
          form={form}
          onSubmit={async ({ tag }) => {
            await add(tag);
            form.reset();
          }}
        >
          <FormError />
          <div className={css.line}>
            <TextField name="tag" label={t('list.tag_dialog.new')} autoComplete="off" />
            <SubmitButton>{t('list.tag_dialog.submit')}</SubmitButton>
          </div>
        </Form>
        {notice && (
          <Banner kind={notice.kind} role="alert">
            {notice.text}
          </Banner>
        )}
        <div className={css.end}>
          <Button onClick={close}>{t('select:close')}</Button>
        </div>
      </div>
    </Modal>
  );
}

interface TagListProps {
  title: string;
  tags: readonly string[];
  variant?: 'ghost';
  icon: ReactNode;
  labelOf: (tag: string) => string;
  onChoose: (tag: string) => void;
}

function TagList({ title, tags, icon, labelOf, onChoose, ...look }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <section>
      <h3 className={css.heading}>{title}</h3>
      <ul className={css.chips}>
        {tags.map((tag) => (
          <li key={tag}>
            <Button size="sm" {...look} icon={icon} aria-label={labelOf(tag)} onClick={() => onChoose(tag)}>
              {tag}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
