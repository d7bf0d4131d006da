import { ROLES } from '@poklik/contract/roles';
import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../api/current-user.ts';
import { paths } from '../../i18n/paths.ts';
import { useInLanguage } from '../../i18n/use-in-language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function InstructionsPage() {
  const { t } = useTranslation('instructions');
  const inLanguage = useInLanguage();
  const isAuthor = useCurrentUser().role === ROLES.SUPER_ADMIN;
  return (
    <>
      <PageHeader title={t('title')} />
      <EmptyState
        icon={BookOpen}
        title={t('empty.title')}
        text={t(isAuthor ? 'empty.text_author' : 'empty.text')}
        action={
          isAuthor && (
            <ButtonLink variant="primary" to={inLanguage(paths.instructionCreate)}>
              {t('create')}
            </ButtonLink>
          )
        }
      />
    </>
  );
}
