import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { graphFile } from '../region/region-files.ts'
import { testMontevideo } from '../testing/test-region.ts'
import { readGraph, writeGraph } from './graph-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'atlas-graph-'))
afterAll(() => rmSync(folder, { recursive: true }))
const whole = graphFile((await testMontevideo()).folder)

test('reads a graph as it was written, into shared memory', () => {
  const { graph, memory } = readGraph(whole)
  expect(memory).toBeInstanceOf(SharedArrayBuffer)
  const copy = join(folder, 'copy.bin')
  writeGraph(copy, graph)
  expect(readFileSync(copy).equals(readFileSync(whole))).toBe(true)
})

const harms: [string, (bytes: Buffer) => Buffer, string][] = [
  ['one flipped bit', (bytes) => flipped(bytes, bytes.length - 999), 'damaged'],
  ['cut off', (bytes) => bytes.subarray(0, bytes.length - 1), 'damaged'],
  ['cut to nothing', (bytes) => bytes.subarray(0, 5), 'no graph at all'],
  ['another version', (bytes) => flipped(bytes, 7), 'another version'],
]

const flipped = (bytes: Buffer, at: number): Buffer => {
  bytes[at]! ^= 1
  return bytes
}

test.each(harms)('%s: BAD_FILE with the advice to import again', (_, harm, message) => {
  const file = join(folder, 'bad.bin')
  writeFileSync(file, harm(Buffer.from(readFileSync(whole))))
  expect(() => readGraph(file)).toThrow(message)
  expect(() => readGraph(file)).toThrow('Import the region again')
})
