// Runs before the first paint, so that neither the theme nor the language flashes. Inline scripts are forbidden by the CSP.
(() => {
  const tags = { ua: 'uk', ru: 'ru', en: 'en-GB' };
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  const theme = stored('theme') === 'dark' ? 'dark' : 'light';
  root.dataset.theme = theme;
  root.dataset.mantineColorScheme = theme;
  const bar = document.querySelector('meta[name="theme-color"]');
  if (bar) bar.content = bar.dataset[theme];
  root.lang = tags[location.pathname.split('/')[1]] ?? tags[stored('selectedLanguage')] ?? tags.ua;
})();
