interface TestPostback {
  cid: string;
  txid: string;
  payout: string;
}

interface PostbackResponse {
  status: number;
  /** The tracker's one-word response. */
  word: string;
}

/** Sends a conversion as the advertiser's server would, with the campaign's secret only. */
export async function sendPostback(
  report: TestPostback,
  { postback_key: key, postback_signed: isSigned }: { postback_key: string; postback_signed: boolean },
): Promise<PostbackResponse> {
  const query = new URLSearchParams({ ...report });
  // Browsers can sign only on secure origins; elsewhere the tracker reports the missing signature.
  const text =
    isSigned && window.isSecureContext ? await signed(query, key) : `${query}&key=${encodeURIComponent(key)}`;
  const response = await fetch(`/postback?${text}`, { credentials: 'omit', cache: 'no-store' });
  return { status: response.status, word: await response.text() };
}

async function signed(query: URLSearchParams, key: string): Promise<string> {
  const text = `${query}&ts=${Math.floor(Date.now() / 1000)}`;
  const bytes = (part: string) => new TextEncoder().encode(part);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const secret = await crypto.subtle.importKey('raw', bytes(key), algorithm, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', secret, bytes(text)));
  return `${text}&sig=${Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
