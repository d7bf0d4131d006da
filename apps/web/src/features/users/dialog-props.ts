import type { ListedUser } from '@poklik/contract/users';

/** Props shared by all user dialogs. */
export interface DialogProps {
  user: ListedUser;
  opened: boolean;
  onClose: () => void;
}
