/** A macro being typed: the position of its brace and the text after it. */
export interface OpenMacro {
  start: number;
  typed: string;
}

/** The unclosed macro at the caret, if any. */
export function openMacro(text: string, caret: number): OpenMacro | null {
  const start = text.lastIndexOf('{', caret - 1);
  if (start < 0 || caret <= start) return null;
  const typed = text.slice(start + 1, caret);
  return /^\w*$/.test(typed) ? { start, typed } : null;
}

/** Suggestions: prefix matches first, then other matches. */
export function suggestMacros(typed: string, macros: readonly string[]): string[] {
  const wanted = typed.toLowerCase();
  const begins = macros.filter((macro) => macro.startsWith(wanted));
  return [...begins, ...macros.filter((macro) => !macro.startsWith(wanted) && macro.includes(wanted))];
}

/** Inserts the macro and returns the new caret position. The rest of a macro after the caret is replaced. */
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
