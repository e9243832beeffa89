import { AppError } from '@remis/domain/messages/app-error'
import { describe, expect, it, vi } from 'vitest'
import type { KeptPhoto, PhotoBox } from './photo-box.ts'
import { makePhotoSender, photoKey } from './photo-sender.ts'

const settled = () => new Promise((done) => setTimeout(done, 2))
const picture = new Blob(['parcel'], { type: 'image/jpeg' })
const key = photoKey('B', 'pickup_image')

const boxOf = (photos: KeptPhoto[] = []) => {
  const held = new Map(photos.map((photo) => [photoKey(photo.booking, photo.name), photo]))
  const box: PhotoBox = {
    all: () => Promise.resolve([...held.values()]),
    put: (photo) => Promise.resolve(void held.set(photoKey(photo.booking, photo.name), photo)),
    remove: (photo) => Promise.resolve(void held.delete(photoKey(photo.booking, photo.name))),
  }
  return { box, held }
}

const setUp = ({ box, held } = boxOf(), now = 0, user = 'courier') => {
  const line = { error: null as Error | null }
  const later: (() => void)[] = []
  const send = vi.fn(async (_photo: KeptPhoto) => {
    await Promise.resolve()
    if (line.error !== null) throw line.error
    return `file-${send.mock.calls.length}`
  })
  const refused = vi.fn()
  const sender = makePhotoSender(user, {
    box,
    send,
    refused,
    mayHaveHappened: (error) => !(error instanceof AppError),
    now: () => now,
    after: (_, run) => later.push(run),
  })
  return { sender, held, line, later, send, refused }
}

describe('a photo of a parcel [design/delivery-23]', () => {
  it('is sent at once and kept until its move has used it', async () => {
    const { sender, held, send } = setUp()
    await sender.take('B', 'pickup_image', picture)
    expect(sender.state().get(key)?.phase).toBe('sent')
    expect(await sender.fileOf('B', 'pickup_image')).toBe('file-1')
    expect(send).toHaveBeenCalledOnce()
    await sender.forget('B')
    expect(held.size).toBe(0)
    expect(await sender.fileOf('B', 'pickup_image')).toBeUndefined()
  })

  it('can be removed, also while it waits; others stay', async () => {
    const { sender, held, line, later, send } = setUp()
    await sender.take('B', 'signature', picture)
    line.error = new Error('down')
    await sender.take('B', 'pickup_image', picture)
    await sender.remove('B', 'pickup_image')
    line.error = null
    later.forEach((run) => run())
    await settled()
    expect(send).toHaveBeenCalledTimes(2)
    expect([...held.keys()]).toEqual([photoKey('B', 'signature')])
    expect([...sender.state().keys()]).toEqual([photoKey('B', 'signature')])
    expect(await sender.fileOf('B', 'pickup_image')).toBeUndefined()
  })

  it('waits without a network, and the move that needs it waits for it', async () => {
    const { sender, held, line, later } = setUp()
    line.error = new Error('down')
    await sender.take('B', 'pickup_image', picture)
    expect(sender.state().get(key)?.phase).toBe('waiting')
    expect(held.get(key)?.file).toBeNull()
    await expect(sender.fileOf('B', 'pickup_image')).rejects.toThrow('down')
    line.error = null
    later.forEach((run) => run())
    await settled()
    expect(sender.state().get(key)?.phase).toBe('sent')
    expect(await sender.fileOf('B', 'pickup_image')).toMatch(/^file-/)
  })

  it('survives a reload, and is uploaded again after the server has deleted its file', async () => {
    const kept: KeptPhoto = { user: 'courier', booking: 'B', name: 'pickup_image', picture, takenAt: 0, file: 'old' }
    expect(await setUp(boxOf([kept]), 3_600_000).sender.fileOf('B', 'pickup_image')).toBe('old')
    expect(await setUp(boxOf([kept]), 21 * 3_600_000).sender.fileOf('B', 'pickup_image')).toBe('file-1')
    const { sender, held } = setUp(boxOf([kept]), 8 * 24 * 3_600_000)
    expect(await sender.fileOf('B', 'pickup_image')).toBeUndefined()
    expect(held.size).toBe(0)
  })

  it('is dropped with the reason when the server refuses it', async () => {
    const { sender, held, line, refused } = setUp()
    line.error = new AppError(422, 'file_damaged')
    await sender.take('B', 'pickup_image', picture)
    expect(refused).toHaveBeenCalledOnce()
    expect(held.size).toBe(0)
    expect(sender.state().has(key)).toBe(false)
  })

  it('of another person of this phone is neither sent nor shown nor dropped', async () => {
    const kept: KeptPhoto = { user: 'courier', booking: 'B', name: 'pickup_image', picture, takenAt: 0, file: null }
    const { sender, held, send } = setUp(boxOf([kept]), 0, 'another courier')
    expect(await sender.fileOf('B', 'pickup_image')).toBeUndefined()
    expect(sender.state().size).toBe(0)
    expect(send).not.toHaveBeenCalled()
    expect(held.get(key)).toBe(kept)
  })

  it('is replaced by the next one, also while it is being sent', async () => {
    const { sender, send } = setUp()
    const again = new Blob(['again'])
    const first = sender.take('B', 'pickup_image', picture)
    await Promise.resolve().then(() => undefined)
    await Promise.all([first, sender.take('B', 'pickup_image', again)])
    expect(send.mock.lastCall?.[0].picture).toBe(again)
    expect(sender.state().get(key)).toMatchObject({ picture: again, phase: 'sent' })
    expect(await sender.fileOf('B', 'pickup_image')).toBe(`file-${send.mock.calls.length}`)
  })
})
