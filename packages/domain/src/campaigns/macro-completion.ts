/** A macro that is being written: where its brace stands and what follows it. */
export interface OpenMacro {
  start: number;
  typed: string;
}

/** The macro that the caret stands in, if its brace is not closed yet. */
export function openMacro(text: string, caret: number): OpenMacro | null {
  const start = text.lastIndexOf('{', caret - 1);
  if (start < 0 || caret <= start) return null;
  const typed = text.slice(start + 1, caret);
  return /^\w*$/.test(typed) ? { start, typed } : null;
}

/** What may complete it: those that begin so first, then those that contain it. */
export function suggestMacros(typed: string, macros: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const begins = macros.filter((macro) => macro.startsWith(wanted));
  return [...begins, ...macros.filter((macro) => !macro.startsWith(wanted) && macro.includes(wanted))];
}

/** The text with the macro written out, and where the caret goes. The rest of a macro behind the caret is replaced too. */
export function completeMacro(
  text: string,
  caret: number,
  { start }: OpenMacro,
  macro: string,
): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^\w*\}/, '');
  const written = `${text.slice(0, start)}{${macro}}`;
  return { text: written + rest, caret: written.length };
}
