/** What the columns menu has to know about a column. */
export interface LayoutColumn {
  id: string;
  header: string;
  /** Has values that rules can compare. */
  canColor: boolean;
  isShare: boolean;
  /** Hidden columns of a group are listed together. */
  group?: string | undefined;
}
