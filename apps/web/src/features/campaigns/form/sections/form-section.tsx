import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../../../../ui/form/use-field.ts';
import { useFormNavigationContext } from '../use-form-navigation.ts';
import css from './form-section.module.css';
import { type SectionId, sectionOf } from './form-sections.ts';

interface FormSectionProps {
  id: SectionId;
  /** One-line summary for a closed section. */
  summary?: ReactNode;
  children: ReactNode;
}

export const headingId = (section: SectionId): string => `section-${section}`;

/** Number of invalid fields per section. */
export function useErrorCounts(): Partial<Record<SectionId, number>> {
  const { control } = useFormContext();
  const { errors } = useFormState({ control });
  const counts: Partial<Record<SectionId, number>> = {};
  for (const path of refusedFields(errors)) {
    const section = sectionOf(path);
    if (section) counts[section] = (counts[section] ?? 0) + 1;
  }
  return counts;
}

/** A collapsible section. Closed content stays mounted, so typed values are kept. */
export function FormSection({ id, summary, children }: FormSectionProps) {
  const { t } = useTranslation('campaigns');
  const { isOpen, toggle } = useFormNavigationContext();
  const refused = useErrorCounts()[id] ?? 0;
  const open = isOpen(id);
  return (
    <section className={css.section} aria-labelledby={headingId(id)} data-section={id}>
      <h2 className={css.heading}>
        <button
          type="button"
          id={headingId(id)}
          className={css.toggle}
          aria-expanded={open}
          aria-controls={`${headingId(id)}-content`}
          onClick={() => toggle(id)}
        >
          <span className={css.title}>{t(`form.section.${id}`)}</span>
          {refused > 0 && <span className={css.refused}>{t('form.errors', { count: refused })}</span>}
          {!open && summary && <span className={css.summary}>{summary}</span>}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden className={css.chevron} />
        </button>
      </h2>
      <div id={`${headingId(id)}-content`} className={css.content} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
