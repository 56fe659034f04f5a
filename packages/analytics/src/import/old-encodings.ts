import { createReadStream } from 'node:fs';

/** Encodings of a byte a letter that text which is no UTF-8 may be in. */
export type ByteEncoding = 'windows-1252' | 'cp850' | 'macintosh';

/** Letters from 0x80 on of DOS in Western Europe, which no decoder of the platform has. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, at) => 128 + at);

/** The letters of the bytes from 0x80 on. */
const LETTERS: Record<ByteEncoding, readonly string[]> = {
  'windows-1252': [...new TextDecoder('windows-1252').decode(UPPER_HALF)],
  cp850: [...CP850],
  macintosh: [...new TextDecoder('macintosh').decode(UPPER_HALF)],
};

/** The text of bytes in an encoding of a byte a letter. */
export function byteDecoder(encoding: ByteEncoding): (bytes: Uint8Array) => string {
  if (encoding !== 'cp850') {
    const decoder = new TextDecoder(encoding);
    return (bytes) => decoder.decode(bytes);
  }
  return (bytes) =>
    Array.from(bytes, (byte) =>
      byte < 128 ? String.fromCharCode(byte) : (LETTERS.cp850[byte - 128] ?? ''),
    ).join('');
}

/** How many times each byte from 0x80 on stands where a small letter would, and where a capital would. */
interface Following {
  small: number[];
  capital: number[];
}

const isSmall = (byte: number): boolean => byte >= 97 && byte <= 122;
const isCapital = (byte: number): boolean => byte >= 65 && byte <= 90;

async function countFollowing(path: string): Promise<Following> {
  const found: Following = { small: new Array(128).fill(0), capital: new Array(128).fill(0) };
  /** The two bytes before the one at hand: a letter is judged by those on its two sides. */
  let [first, middle] = [0, 0];
  const follow = (last: number): void => {
    // « Dé » begins a word that goes on in small letters, « DÉ » one in capitals.
    const counts = isSmall(first) || (isCapital(first) && isSmall(last)) ? found.small : found.capital;
    if (middle >= 128 && (isSmall(first) || isCapital(first)))
      counts[middle - 128] = (counts[middle - 128] ?? 0) + 1;
    [first, middle] = [middle, last];
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    for (const byte of chunk as Buffer) follow(byte);
  follow(0);
  return found;
}

/** What may follow a word in any language, and says nothing. */
const BEHIND_A_WORD = /[’'”»…®™°–—\s]/;
const SMALL = /^[ß-öø-ÿœ]$/;
const CAPITAL = /^[À-ÖØ-ÞŒ]$/;

/** How well an encoding reads what follows letters: small letters after small ones, capitals after capitals. */
function scoreOf(encoding: ByteEncoding, { small, capital }: Following): number {
  return LETTERS[encoding].reduce((score, letter, at) => {
    if (BEHIND_A_WORD.test(letter)) return score;
    const afterSmall = SMALL.test(letter) ? 1 : -1;
    const afterCapital = CAPITAL.test(letter) ? 1 : SMALL.test(letter) ? 0 : -1;
    return score + afterSmall * (small[at] ?? 0) + afterCapital * (capital[at] ?? 0);
  }, 0);
}

/**
 * The encoding of a text that is no UTF-8, by the letters that its accents make: that of Windows unless another reads
 * them better, and most of them well.
 */
export async function byteEncodingOf(path: string): Promise<ByteEncoding> {
  const following = await countFollowing(path);
  const all = [...following.small, ...following.capital].reduce((sum, count) => sum + count, 0);
  const scores = (['windows-1252', 'cp850', 'macintosh'] as const).map((encoding) => ({
    encoding,
    score: scoreOf(encoding, following),
  }));
  const [best] = scores.toSorted((left, right) => right.score - left.score);
  return best && best.score * 2 > all ? best.encoding : 'windows-1252';
}

/** French: what is said of a text whose accents are not those of Windows; null for one whose are. */
export function encodingNote(encoding: ByteEncoding): string | null {
  if (encoding === 'windows-1252') return null;
  return encoding === 'cp850'
    ? 'ses accents sont ceux d’une ancienne caisse sous DOS (CP850)'
    : 'ses accents sont ceux d’un ancien Mac (Mac OS Roman)';
}
