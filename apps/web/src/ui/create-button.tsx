import { Plus } from 'lucide-react';
import { Button, type ButtonProps } from './button.tsx';

/** The primary button of a page that creates what it lists. `useCreateKey` registers its key. */
export function CreateButton({
  icon = <Plus size={16} strokeWidth={1.75} aria-hidden />,
  ...button
}: Pick<ButtonProps, 'icon' | 'onClick' | 'children'>) {
  return <Button {...button} variant="primary" icon={icon} aria-keyshortcuts="c" />;
}
