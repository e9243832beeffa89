import type { Socket } from 'socket.io'
import { expect, it, vi } from 'vitest'
import { framed, sendFramed } from './live-frame.ts'

it.each([
  ['short', 'x', [0x81, 14]],
  ['of more than 125 bytes', 'ж'.repeat(100), [0x81, 126, 0, 213]],
  ['of more than 65,535 bytes', 'x'.repeat(65_536), [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 13]],
])('frames a text %s with its length before it', (_, word, head) => {
  const [packet] = framed('name', word)
  const { wsPreEncodedFrame } = packet.options as unknown as { wsPreEncodedFrame: [Buffer] }
  const [frame] = wsPreEncodedFrame
  expect([...frame.subarray(0, head.length)]).toEqual(head)
  expect(frame.subarray(head.length).toString()).toBe(`4${packet.data}`)
  expect(packet.data).toBe(`2["name","${word}"]`)
})

it('writes several messages at once, a frame each, and nothing where there is none', () => {
  const write = vi.fn()
  const socket = { conn: { write } } as unknown as Socket
  sendFramed(socket, 'name', ['a', 'b'])
  sendFramed(socket, 'name', [])
  const frames = ['a', 'b'].map((word) => Buffer.concat([Buffer.from([0x81, 14]), Buffer.from(`42["name","${word}"]`)]))
  expect(write.mock.calls).toEqual([['2["name","a"]', { compress: false, wsPreEncodedFrame: [Buffer.concat(frames)] }]])
})
