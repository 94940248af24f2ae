/**
 * Draws the arm of a call. The draw is a published hash, so that the same seed and call id give the same number on
 * every machine: MurmurHash3 x86 128 (Austin Appleby, public domain; hash seed 0) over the UTF-8 bytes of the seed,
 * one zero byte, and the bytes of the call id. The first 53 bits of the hash, h1 and the upper 21 bits of h2, are the
 * numerator of a fraction in [0, 1).
 */

const C1 = 0x239b961b,
  C2 = 0xab0e9789,
  C3 = 0x38b34ae5,
  C4 = 0xa1e38b93;
const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));
const finalMix = (x: number): number => {
  let h = x ^ (x >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
};

/** Computes MurmurHash3 x86 128 of the first `length` bytes, and writes the four words h1 to h4 into `output`. */
export function murmur3(bytes: Uint8Array, length: number, seed: number, output: Uint32Array): void {
  let h1 = seed | 0,
    h2 = h1,
    h3 = h1,
    h4 = h1;
  const wholeLength = length & ~15;
  const word = (offset: number): number =>
    bytes[offset]! | (bytes[offset + 1]! << 8) | (bytes[offset + 2]! << 16) | (bytes[offset + 3]! << 24);
  for (let offset = 0; offset < wholeLength; offset += 16) {
    h1 ^= Math.imul(rotate(Math.imul(word(offset), C1), 15), C2);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotate(Math.imul(word(offset + 4), C2), 16), C3);
    h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotate(Math.imul(word(offset + 8), C3), 17), C4);
    h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotate(Math.imul(word(offset + 12), C4), 18), C1);
    h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }
  let k1 = 0,
    k2 = 0,
    k3 = 0,
    k4 = 0;
  for (let i = length - 1; i >= wholeLength; i--) {
    const place = i - wholeLength,
      byte = bytes[i]! << ((place & 3) * 8);
    if (place >= 12) k4 |= byte;
    else if (place >= 8) k3 |= byte;
    else if (place >= 4) k2 |= byte;
    else k1 |= byte;
  }
  h4 ^= Math.imul(rotate(Math.imul(k4, C4), 18), C1);
  h3 ^= Math.imul(rotate(Math.imul(k3, C3), 17), C4);
  h2 ^= Math.imul(rotate(Math.imul(k2, C2), 16), C3);
  h1 ^= Math.imul(rotate(Math.imul(k1, C1), 15), C2);
  h1 ^= length;
  h2 ^= length;
  h3 ^= length;
  h4 ^= length;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  h1 = finalMix(h1);
  h2 = finalMix(h2);
  h3 = finalMix(h3);
  h4 = finalMix(h4);
  h1 = (h1 + h2 + h3 + h4) | 0;
  output[0] = h1;
  output[1] = h2 + h1;
  output[2] = h3 + h1;
  output[3] = h4 + h1;
}

/**
 * The UTF-8 bytes of a text; a lone surrogate becomes U+FFFD. A function of its own, because core has no TextEncoder.
 */
export function utf8(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    let code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return bytes;
}

const words = new Uint32Array(4);
const fractionOf = (bytes: Uint8Array, length: number): number => {
  murmur3(bytes, length, 0, words);
  return (words[0]! * 0x200000 + (words[1]! >>> 11)) / 0x20000000000000;
};

/** The number drawn for one call: a fraction in [0, 1). */
export function fraction(seed: string, callId: string): number {
  const bytes = Uint8Array.from([...utf8(seed), 0, ...utf8(callId)]);
  return fractionOf(bytes, bytes.length);
}

/** The id of the call with an index, for which `draws` draws: `call_0`, `call_1` and so on. */
export const callId = (index: number): string => `call_${index}`;

/**
 * Calls `visit` with the number drawn for each of the calls `call_0` to `call_<calls - 1>`, in order. The numbers
 * equal `fraction` of each call id, but no strings are created.
 */
export function draws(seed: string, calls: number, visit: (fraction: number, index: number) => void): void {
  const head = [...utf8(seed), 0, ...utf8('call_')];
  const bytes = new Uint8Array(head.length + 16);
  bytes.set(head);
  for (let index = 0, digitCount = 1, bound = 10; index < calls; index++) {
    if (index === bound) {
      digitCount++;
      bound *= 10;
    }
    for (let position = head.length + digitCount - 1, remainder = index; position >= head.length; position--) {
      const tenth = Math.floor(remainder / 10);
      bytes[position] = 48 + remainder - tenth * 10;
      remainder = tenth;
    }
    visit(fractionOf(bytes, head.length + digitCount), index);
  }
}

/**
 * The upper ends of adjacent intervals in [0, 1) for shares, in the given order; the last end is 1 despite rounding
 * errors.
 */
export function endsOf(shares: readonly number[]): number[] {
  const sum = shares.reduce((a, b) => a + b, 0);
  let end = 0;
  const ends = shares.map(share => (end += share) / sum);
  // an arm without a share at the end of the list must not get the rest that rounding leaves
  for (let i = ends.length - 1; i >= 0; i--) {
    ends[i] = 1;
    if (shares[i]! > 0) break;
  }
  return ends;
}

/** The index of the arm whose interval contains a fraction. */
export function armAt(ends: readonly number[], position: number): number {
  let arm = 0;
  while (arm < ends.length - 1 && position >= ends[arm]!) arm++;
  return arm;
}

/**
 * The 95 % Wilson interval of a share, clamped to [0, 1].
 * @param hits the number of hits among `calls`
 * @param calls at least 1
 */
export function wilson95(hits: number, calls: number): readonly [number, number] {
  const z = 1.959963984540054,
    share = hits / calls,
    z2 = (z * z) / calls;
  const middle = (share + z2 / 2) / (1 + z2),
    half = (z * Math.sqrt((share * (1 - share)) / calls + z2 / (4 * calls))) / (1 + z2);
  return [hits === 0 ? 0 : Math.max(0, middle - half), hits === calls ? 1 : Math.min(1, middle + half)];
}
