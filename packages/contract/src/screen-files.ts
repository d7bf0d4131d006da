import * as z from 'zod/mini';

/** Written by the build of the browser application beside its page, and read by the server that sends the page. */
export const SCREEN_FILES = 'screens.json';

const part = {
  /** Scripts and styles, beyond those that the page itself names. */
  files: z.array(z.string().check(z.regex(/^assets\/[\w.-]+\.(js|css)$/))),
  /** Texts, by the names of their files. */
  namespaces: z.array(z.string().check(z.regex(/^[a-z_]+$/))),
};

/** What a browser is going to fetch for each screen, so that the page can name it at once. */
export const screenFiles = z.object({
  /** Texts of every screen. */
  namespaces: part.namespaces,
  /** The frame around screens of logged-in users. */
  shell: z.object(part),
  screens: z.array(z.object({ path: z.string(), needs_session: z.boolean(), ...part })),
  /** The screens that strangers and the others are sent to, as they stand in `screens`. */
  sign_in: z.string(),
  home: z.string(),
});
export type ScreenFiles = z.infer<typeof screenFiles>;
