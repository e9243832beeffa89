import { expect, it } from 'vitest'
import { makePressKey } from './use-press-key.ts'

it('reuses the key for the same input until the server answers [design/web-171]', async () => {
  const keys = makePressKey()
  const sent: string[] = []
  const lost = async (key: string) => {
    sent.push(key)
    throw new Error('no reply')
  }
  const answered = async (key: string) => sent.push(key)
  await expect(keys.send(['add', 'One'], lost)).rejects.toThrow('no reply')
  await keys.send(['add', 'One'], answered)
  await keys.send(['add', 'One'], answered)
  await keys.send(['add', 'Two'], answered)
  expect(sent[1]).toBe(sent[0])
  expect(new Set(sent).size).toBe(3)
})
