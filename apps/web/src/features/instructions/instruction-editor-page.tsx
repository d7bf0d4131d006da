import { ROLES } from '@poklik/contract/roles';
import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { AccessDenied } from '../../ui/access-denied.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

/** Only the operator writes instructions. */
export function InstructionEditorPage() {
  const { t } = useTranslation('instructions');
  const inLanguage = useInLanguage();
  const isNew = useParams().id === undefined;
  if (useCurrentUser().role !== ROLES.SUPER_ADMIN) return <AccessDenied />;
  return (
    <>
      <PageHeader title={t(isNew ? 'create' : 'update')} />
      <EmptyState
        icon={BookOpen}
        title={t(isNew ? 'editor.new' : 'editor.missing')}
        text={t(isNew ? 'editor.new_text' : 'editor.missing_text')}
        action={<ButtonLink to={inLanguage(paths.instructions)}>{t('editor.to_list')}</ButtonLink>}
      />
    </>
  );
}
