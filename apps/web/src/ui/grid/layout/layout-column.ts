/** What the columns menu has to know about a column. */
export interface LayoutColumn {
  id: string;
  header: string;
  /** Has values that rules can compare. */
  canColor: boolean;
  isShare: boolean;
}
