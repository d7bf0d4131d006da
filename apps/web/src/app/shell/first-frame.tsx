import { PageLoader } from '../../ui/state/page-loader.tsx';

/** The heading in the frame that the server printed; read before React replaces it. */
const printed = document.querySelector('#root > .first-frame h1')?.textContent;

/** Keeps the printed frame until the first screen has loaded. */
export function FirstFrame() {
  if (printed === undefined) return <PageLoader />;
  return (
    <div className="first-frame">
      <header />
      <aside />
      <main>
        <h1>{printed}</h1>
      </main>
    </div>
  );
}
