/** What customers see of the operator. */
export interface Brand {
  /** Of the light theme; the dark theme has a lighter shade. */
  accentColor: string | null;
  /** Hashes of stored images. */
  logoLight: string | null;
  logoDark: string | null;
  favicon: string | null;
  loginText: { ua: string | null; ru: string | null; en: string | null };
  supportEmail: string | null;
  supportUrl: string | null;
}

export const NO_BRAND: Brand = {
  accentColor: null,
  logoLight: null,
  logoDark: null,
  favicon: null,
  loginText: { ua: null, ru: null, en: null },
  supportEmail: null,
  supportUrl: null,
};
