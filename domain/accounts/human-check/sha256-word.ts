const rounds = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const words = new Int32Array(64)

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/**
 * The first 32 bits of the SHA-256 of at most 55 ASCII characters (one block), unsigned (FIPS 180-4). The browser's
 * own SHA-256 answers one hash at a time by a promise, which is 20 times slower, and is missing on pages without https.
 */
export const sha256Word = (text: string): number => {
  const length = text.length
  words.fill(0, 0, 16)
  for (let at = 0; at < length; at++) words[at >> 2]! |= text.charCodeAt(at) << (24 - (at & 3) * 8)
  words[length >> 2]! |= 0x80 << (24 - (length & 3) * 8)
  words[15] = length * 8
  for (let n = 16; n < 64; n++) {
    const w15 = words[n - 15]!
    const w2 = words[n - 2]!
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
    words[n] = words[n - 16]! + s0 + words[n - 7]! + s1
  }
  let a = 0x6a09e667
  let b = 0xbb67ae85 | 0
  let c = 0x3c6ef372
  let d = 0xa54ff53a | 0
  let e = 0x510e527f
  let f = 0x9b05688c | 0
  let g = 0x1f83d9ab
  let h = 0x5be0cd19
  for (let n = 0; n < 64; n++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[n]! + words[n]!) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (a + 0x6a09e667) >>> 0
}
