import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { hasPermission, useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useLocalizedPath } from '../../i18n/use-localized-path.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AccessDenied } from '../../ui/state/access-denied.tsx';
import { Delayed } from '../../ui/state/delayed.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorCard } from '../../ui/state/error-card.tsx';
import { PageLoader } from '../../ui/state/page-loader.tsx';
import { InstructionForm } from './instruction-form.tsx';
import { useInstructions } from './instructions.queries.ts';

/** Only the operator edits guides. */
export function InstructionEditorPage() {
  const { t } = useTranslation('instructions');
  const { id } = useParams();
  if (!hasPermission(useCurrentUser(), 'instructions:write')) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t(id === undefined ? 'create' : 'update')} />
      {id === undefined ? <InstructionForm guide={null} /> : <EditInstruction id={Number(id)} />}
    </>
  );
}

function EditInstruction({ id }: { id: number }) {
  const { t } = useTranslation('instructions');
  const localizedPath = useLocalizedPath();
  const { data: guides, error, isPending, refetch } = useInstructions();
  const guide = guides?.find((each) => each.id === id);
  return (
    <Delayed waiting={isPending} loader={<PageLoader />}>
      {error ? (
        <ErrorCard message={error.message} onRetry={refetch} />
      ) : guide ? (
        <InstructionForm key={guide.id} guide={guide} />
      ) : (
        <EmptyState
          icon={BookOpen}
          title={t('editor.not_found')}
          text={t('editor.not_found_text')}
          action={<ButtonLink to={localizedPath(paths.instructions)}>{t('editor.back')}</ButtonLink>}
        />
      )}
    </Delayed>
  );
}
