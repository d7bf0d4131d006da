import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal as MantineModal } from '@mantine/core';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from '../menu/use-focus-return.ts';
import css from './modal.module.css';
import { useScrollLock } from './use-scroll-lock.ts';

interface ModalProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** On narrow screens at the bottom, within reach of the thumb. */
  sheet?: boolean;
  /** Placed at the top of the window; the title is for screen readers only because the content repeats it. */
  plain?: boolean;
  /** Set to false while work is in progress; then only the content can close the dialog. */
  closable?: boolean;
  /** Set to false for dialogs with input. */
  closeOnClickOutside?: boolean;
  closeOnEscape?: boolean;
}

/** Dialog in the modal root. Traps the focus and returns it to the opener. */
export function Modal({
  opened,
  onClose,
  title,
  children,
  wide = false,
  sheet = false,
  plain = false,
  closable = true,
  closeOnClickOutside = true,
  closeOnEscape = true,
}: ModalProps) {
  const { t } = useTranslation('select');
  useScrollLock(opened);
  useFocusReturn(opened);
  return (
    <MantineModal
      opened={opened}
      onClose={onClose}
      title={title}
      centered={!plain}
      yOffset="12dvh"
      portalProps={{ target: '#modal-root' }}
      // Mantine's own lock adds a <style> element, which the content security policy blocks.
      lockScroll={false}
      // Mantine would return the focus to an element that may no longer exist.
      returnFocus={false}
      zIndex="var(--z-modal)"
      closeOnClickOutside={closable && closeOnClickOutside}
      closeOnEscape={closable && closeOnEscape}
      closeButtonProps={{
        'aria-label': t('close'),
        title: t('close'),
        disabled: !closable,
        icon: <X size={16} strokeWidth={1.75} aria-hidden />,
      }}
      transitionProps={{ transition: 'pop', duration: 180 }}
      classNames={{
        overlay: css.overlay ?? '',
        inner: `${css.inner} ${sheet ? css.sheetInner : ''}`,
        content: `${css.content} ${wide ? css.wide : ''} ${sheet ? css.sheet : ''}`,
        header: (plain ? css.plainHeader : css.header) ?? '',
        title: (plain ? css.unseen : css.title) ?? '',
        close: css.close ?? '',
        body: (plain ? css.plainBody : css.body) ?? '',
      }}
    >
      {children}
    </MantineModal>
  );
}
