import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messages } from '@remis/domain/messages/english'
import { expect, it } from 'vitest'
import { messagesShown } from './messages-shown.ts'

const root = join(import.meta.dirname, '..', '..')

it.each(messagesShown)('$key is shown by a test [messages-1]', ({ key, literal, by, words, not }) => {
  const text = messages[key]
  if (literal !== undefined) expect(text).toBe(literal)
  if (by === undefined) return expect(not, `${key}: neither a test nor a reason`).toBeTruthy()
  expect(by).toMatch(/\.(e2e|test)\.ts$/)
  const source = readFileSync(join(root, by), 'utf8')
  if (words !== undefined) expect(text).toContain(words)
  const named = new RegExp(`'${key}'|messages\\.${key}\\b`).test(source)
  expect(named || source.includes(words ?? text), `${by} has neither ${key} nor its text`).toBe(true)
})

it('names each key once', () => {
  const keys = messagesShown.map(({ key }) => key)
  expect(keys).toEqual([...new Set(keys)])
})
