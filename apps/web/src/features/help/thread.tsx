import { HELP_TEXT_MAX, HelpMessageForm, type HelpThread } from '@poklik/contract/help';
import { LifeBuoy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextareaField } from '../../ui/form/textarea-field.tsx';
import { UnsavedDialog } from '../../ui/form/unsaved/unsaved-dialog.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved/use-unsaved-guard.ts';
import { applyServerErrors, useZodForm } from '../../ui/form/use-zod-form.ts';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { FilesField } from './files-field.tsx';
import css from './help.module.css';
import { useAddMessage, useThread } from './help.queries.ts';
import { Message } from './message.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { toNewFiles, useFiles } from './use-files.ts';

interface Draft {
  draft: string;
  onDraft: (text: string) => void;
}

/** A help request with its messages. */
export function Thread({ id, ...draft }: Draft & { id: number }) {
  const { t } = useTranslation('help');
  const localizedPath = useLocalizedPath();
  const { data, error, refetch } = useThread(id);
  if (data)
    return (
      <>
        <ThreadHeader thread={data} />
        <ol className={css.thread} aria-label={t('messages')}>
          {data.messages.map((message) => (
            <Message key={message.id} requestId={id} message={message} />
          ))}
        </ol>
        <ReplyForm thread={data} {...draft} />
      </>
    );
  if (error instanceof ApiError && error.code === 'not_found')
    return (
      <EmptyState
        icon={LifeBuoy}
        isHeading
        title={t('not_found')}
        text={t('not_found_text')}
        action={<ButtonLink to={localizedPath(paths.help)}>{t('back')}</ButtonLink>}
      />
    );
  return error ? <ErrorCard message={error.message} onRetry={refetch} /> : <PageLoader />;
}

function ReplyForm({ thread: { id, status }, draft, onDraft }: Draft & { thread: HelpThread }) {
  const { t } = useTranslation('help');
  const isOperator = hasPermission(useCurrentUser(), 'help:answer');
  const add = useAddMessage(id);
  const files = useFiles();
  const form = useZodForm(HelpMessageForm, { defaultValues: { text: draft } });
  const send = async ({ text }: { text: string }) => {
    await add.mutateAsync({ text, files: toNewFiles(files) });
    form.reset({ text: '' });
    onDraft('');
    files.clear();
    toast(t(isOperator ? 'answered' : 'sent'));
  };
  const guard = useUnsavedGuard({
    dirty: form.watch('text').trim() !== '' || files.files.length > 0,
    save: async () => {
      let isSent = false;
      await form.handleSubmit(async (values) => {
        await send(values).catch((error: unknown) => {
          applyServerErrors(form, error);
          throw error;
        });
        isSent = true;
      })();
      return isSent;
    },
  });
  return (
    // From the event: the form learns of it later.
    <div className={css.reply} onInput={({ target }) => target instanceof HTMLTextAreaElement && onDraft(target.value)}>
      <Form form={form} onSubmit={send}>
        <FormError />
        <TextareaField
          name="text"
          label={t(isOperator ? 'answer' : 'message')}
          hint={status === 'closed' && !isOperator ? t('reopens') : undefined}
          limit={HELP_TEXT_MAX}
          rows={4}
        />
        <FilesField chosen={files} />
        <div>
          <SubmitButton>{t(isOperator ? 'send_answer' : 'send')}</SubmitButton>
        </div>
      </Form>
      <UnsavedDialog guard={guard} />
    </div>
  );
}
