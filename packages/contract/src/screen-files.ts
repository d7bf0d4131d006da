import * as z from 'zod/mini';

/** Written by the web build next to its page, read by the server that sends the page. */
export const SCREEN_FILES = 'screens.json';

const part = {
  /** Scripts and styles not already named by the page. */
  files: z.array(z.string().check(z.regex(/^assets\/[\w.-]+\.(js|css)$/))),
  /** Locale file names. */
  namespaces: z.array(z.string().check(z.regex(/^[a-z_]+$/))),
};

/** Files each screen needs, so the page can preload them. */
export const screenFiles = z.object({
  /** Locale files of every screen. */
  namespaces: part.namespaces,
  /** The frame around screens of logged-in users. */
  shell: z.object(part),
  screens: z.array(
    z.object({
      path: z.string(),
      /** Key of the heading: `namespace:key`. */
      title: z.string().check(z.regex(/^[a-z_]+:[\w.-]+$/)),
      needs_session: z.boolean(),
      ...part,
    }),
  ),
  /** Default screens for visitors and users, as keys of `screens`. */
  sign_in: z.string(),
  home: z.string(),
});
export type ScreenFiles = z.infer<typeof screenFiles>;
