import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormNavigationContext } from '../use-form-navigation.ts';
import { headingId, useErrorCounts } from './form-section.tsx';
import { SECTIONS, type SectionId } from './form-sections.ts';
import css from './section-nav.module.css';

/** Top part of the window in which a section counts as current. */
const READING_AREA = 0.35;

/** Links to form sections. */
export function SectionNav() {
  const { t } = useTranslation('campaigns');
  const { isOpen, toggle } = useFormNavigationContext();
  const errorCounts = useErrorCounts();
  const current = useCurrentSection();
  const open = (section: SectionId) => {
    if (!isOpen(section)) toggle(section);
    const heading = document.getElementById(headingId(section));
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav className={css.nav} aria-label={t('form.sections')}>
      <ol className={css.list}>
        {SECTIONS.map(({ id }) => (
          <li key={id}>
            <a
              className={css.link}
              href={`#${headingId(id)}`}
              aria-current={current === id ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault();
                open(id);
              }}
            >
              {t(`form.section.${id}`)}
              {errorCounts[id] !== undefined && (
                <span className={css.refused} title={t('form.errors', { count: errorCounts[id] })}>
                  {errorCounts[id]}
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The last section that has scrolled into the reading area. */
function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>(SECTIONS[0].id);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const line = window.innerHeight * READING_AREA;
      const passed = SECTIONS.filter(({ id }) => {
        const top = document.getElementById(headingId(id))?.getBoundingClientRect().top;
        return top !== undefined && top <= line;
      });
      setCurrent(passed.at(-1)?.id ?? SECTIONS[0].id);
    };
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    window.addEventListener('scroll', later, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', later);
    };
  }, []);
  return current;
}
