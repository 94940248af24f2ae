/** A 32-bit hash (MurmurHash3, seed 0) of bytes: it detects changes and protects nothing. */
export function hashOf(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes,
    whole = length & ~3;
  let hash = 0;
  // a Uint32Array can only start at a multiple of four
  const words = byteOffset % 4 === 0 ? new Int32Array(buffer, byteOffset, whole >> 2) : undefined;
  if (words) for (let i = 0; i < words.length; i++) hash = mixed(hash, words[i]!);
  else for (let i = 0; i < whole; i += 4) hash = mixed(hash, wordAt(bytes, i, 4));
  if (whole < length) hash ^= scrambled(wordAt(bytes, whole, length - whole));
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function wordAt(bytes: Uint8Array, at: number, length: number): number {
  let word = 0;
  for (let i = 0; i < length; i++) word |= bytes[at + i]! << (8 * i);
  return word;
}
function scrambled(word: number): number {
  const product = Math.imul(word, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}
function mixed(hash: number, word: number): number {
  const next = hash ^ scrambled(word);
  return (Math.imul((next << 13) | (next >>> 19), 5) + 0xe6546b64) | 0;
}
