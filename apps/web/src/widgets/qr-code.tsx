import { Download } from 'lucide-react';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { Button } from '../ui/button.tsx';
import css from './qr-code.module.css';

/** Quiet zone that scanners need, in modules. */
const EDGE = 4;

/** All dark modules as one path, with one stroke for each run in a row. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: EDGE });
  const path = rows
    .flatMap((row, y) =>
      [
        ...row
          .map((dark) => (dark ? '1' : '0'))
          .join('')
          .matchAll(/1+/g),
      ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
    )
    .join('');
  return { path, size: rows.length };
}

interface QrCodeProps {
  text: string;
  /** Used for the file name. */
  name: string;
  /** Accessible name of the image. */
  label: string;
  downloadLabel: string;
}

/** The image without a download, for secrets that should only be scanned. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className={css.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className={css.light} d={`M0 0h${size}v${size}H0z`} />
      <path className={css.dark} d={path} />
    </svg>
  );
}

export function QrCode({ text, name, label, downloadLabel }: QrCodeProps) {
  const download = () => {
    const { path, size } = qrPath(text);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${name}.svg` });
    link.click();
    // The browser has started the download by then.
    setTimeout(() => URL.revokeObjectURL(url), 1_000);
  };
  return (
    <div className={css.qr}>
      <QrPicture text={text} label={label} />
      <Button size="sm" icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={download}>
        {downloadLabel}
      </Button>
    </div>
  );
}
