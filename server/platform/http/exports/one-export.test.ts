import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { oneExport } from './one-export.ts'

const database = {}
async function* rows(fail = false) {
  yield 'one'
  if (fail) throw new Error('lost the database')
  yield 'two'
}
const start = (person: string, fail = false, of: object = database) =>
  oneExport(of, person, () => Promise.resolve({ content: rows(fail) }))
const read = async (content: AsyncIterable<string | Uint8Array>) => {
  const parts: unknown[] = []
  for await (const part of content) parts.push(part)
  return parts
}
const running = { status: 429, key: 'one_export_only' }

it('one file per person at a time; others are not affected [design/access-14]', async () => {
  const first = await start('a')
  await expect(start('a')).rejects.toMatchObject(running)
  expect(await read((await start('b')).content)).toEqual(['one', 'two'])
  expect(await read((await start('a', false, {})).content)).toEqual(['one', 'two'])
  expect(await read(first.content)).toEqual(['one', 'two'])
  expect(await read((await start('a')).content)).toEqual(['one', 'two'])
})

it('of two that start at the same time one is refused', async () => {
  const both = await Promise.allSettled([start('c'), start('c')])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it.each(['before its first row', 'after it'])('ends when its reader leaves %s', async (when) => {
  const stream = Readable.from((await start('d')).content, { objectMode: false })
  if (when === 'after it') await new Promise((done) => stream.once('data', done))
  const closed = new Promise((done) => stream.once('close', done))
  stream.destroy()
  await closed
  await expect.poll(() => start('d').then(({ content }) => read(content))).toEqual(['one', 'two'])
})

it('ends when it fails, before or while it is sent', async () => {
  await expect(oneExport(database, 'e', () => Promise.reject(new Error('no rows')))).rejects.toThrow('no rows')
  await expect(read((await start('e', true)).content)).rejects.toThrow('lost the database')
  expect(await read((await start('e')).content)).toEqual(['one', 'two'])
})
