import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { armAt, callId, draws, endsOf, fraction, murmur3, utf8, wilson95 } from './draw.ts';

const hash = (text: string, seed = 0): string => {
  const bytes = Uint8Array.from(utf8(text)),
    out = new Uint32Array(4);
  murmur3(bytes, bytes.length, seed, out);
  return [...out].map(word => word.toString(16).padStart(8, '0')).join('');
};

test('the hash is MurmurHash3 x86 128, with the verification value of SMHasher', () => {
  const hashes = new Uint8Array(256 * 16),
    out = new Uint32Array(4),
    key = new Uint8Array(256);
  const put = (at: number): void => {
    for (let word = 0; word < 4; word++) new DataView(hashes.buffer).setUint32(at + word * 4, out[word]!, true);
  };
  for (let i = 0; i < 256; i++) {
    key[i] = i;
    murmur3(key, i, 256 - i, out);
    put(i * 16);
  }
  murmur3(hashes, hashes.length, 0, out);
  expect(out[0]).toBe(0xb3ece62a);
});

test('the hash has the published vectors', () => {
  expect(hash('')).toBe('00000000000000000000000000000000');
  expect(hash('', 1)).toBe('88c4adec54d201b954d201b954d201b9');
  expect(hash('The quick brown fox jumps over the lazy dog')).toBe('2f1583c3ecee2c675d7bf66ce5e91d2c');
});

test('the draw has the vectors that docs/simulator.md publishes', () => {
  const vectors = [
    ['', '', 0.5342510892849717],
    ['7', 'call_0', 0.6911843671313189],
    ['7', 'call_1', 0.8639906851842901],
    ['0', 'call_0', 0.4478923549126316],
    ['7', 'call_f3b1c2', 0.12862565410613058],
    ['ü', '电话', 0.024018005986333968],
  ] as const;
  const page = readFileSync(new URL('../../docs/simulator.md', import.meta.url), 'utf8');
  const cell = (text: string): string => (text === '' ? '(empty)' : `\`${text}\``);
  for (const [seed, id, expected] of vectors) {
    expect(fraction(seed, id)).toBe(expected);
    expect(page).toContain(`| ${cell(seed)} | ${cell(id)} | ${expected} |`);
  }
});

test("utf8 returns the bytes that the platform's encoder returns", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(utf8(text)).toEqual([...Buffer.from(text, 'utf8')]);
    }),
  );
  expect(utf8('\ud800x')).toEqual([...Buffer.from('\ud800x', 'utf8')]);
});

test('draws returns the same fractions as single draws', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1200 }), (seed, calls) => {
      const drawnNumbers: number[] = [];
      draws(seed, calls, at => {
        drawnNumbers.push(at);
      });
      expect(drawnNumbers).toEqual(Array.from({ length: calls }, (_, i) => fraction(seed, callId(i))));
      expect(drawnNumbers.every(at => at >= 0 && at < 1)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('every fraction is in the interval of one arm, and never of an arm without a share', () => {
  const share = fc.oneof(fc.constant(0), fc.double({ min: 1e-12, max: 1, noNaN: true }));
  fc.assert(
    fc.property(
      fc.array(share, { minLength: 1, maxLength: 12 }).filter(shares => shares.some(share => share > 0)),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (shares, at) => {
        const ends = endsOf(shares),
          arm = armAt(ends, at);
        expect(shares[arm]).toBeGreaterThan(0);
        expect(at).toBeLessThan(ends[arm]!);
        if (arm > 0) expect(at).toBeGreaterThanOrEqual(ends[arm - 1]!);
      },
    ),
  );
});

test('neighboring seeds and ids are uncorrelated', () => {
  const numbersOf = (seed: string): number[] => {
    const numbers: number[] = [];
    draws(seed, 20_000, at => {
      numbers.push(at - 0.5);
    });
    return numbers;
  };
  const correlation = (a: readonly number[], b: readonly number[]): number =>
    (a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0) / a.length) * 12;
  const [first, second] = [numbersOf('1'), numbersOf('2')];
  expect(Math.abs(correlation(first, second))).toBeLessThan(0.035);
  expect(Math.abs(correlation(first, first.slice(1)))).toBeLessThan(0.035);
});

test('the Wilson interval has its published values', () => {
  const round = (interval: readonly number[]): number[] => interval.map(end => Math.round(end * 1e4) / 1e4);
  // values from Newcombe 1998, table I, method 3
  expect(round(wilson95(81, 263))).toEqual([0.2553, 0.3662]);
  expect(round(wilson95(15, 148))).toEqual([0.0624, 0.1605]);
  expect(round(wilson95(0, 20))).toEqual([0, 0.1611]);
  expect(round(wilson95(1, 29))).toEqual([0.0061, 0.1718]);
  expect(wilson95(20, 20)[1]).toBe(1);
});
