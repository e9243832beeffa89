import { AppError } from '@remis/domain/messages/app-error'
import { describe, expect, it, vi } from 'vitest'
import { pictureKey, type KeptPicture, type PictureBox } from './picture-box.ts'
import { makePictureSender } from './picture-sender.ts'

const settled = () => new Promise((done) => setTimeout(done, 2))
const picture = new Blob(['parcel'], { type: 'image/jpeg' })
const pickup = { subject: 'B', name: 'pickup_image' }
const signature = { subject: 'B', name: 'signature' }
const pickupPhoto = { ...pickup, address: '/photos', picture }
const key = pictureKey(pickup)

const boxOf = (photos: KeptPicture[] = []) => {
  const held = new Map(photos.map((photo) => [pictureKey(photo), photo]))
  const box: PictureBox = {
    all: () => Promise.resolve([...held.values()]),
    put: (photo) => Promise.resolve(void held.set(pictureKey(photo), photo)),
    remove: (photo) => Promise.resolve(void held.delete(pictureKey(photo))),
  }
  return { box, held }
}

const setUp = ({ box, held } = boxOf(), now = 0, user = 'courier') => {
  const line = { error: null as Error | null }
  const later: (() => void)[] = []
  const send = vi.fn(async (_photo: KeptPicture) => {
    await Promise.resolve()
    if (line.error !== null) throw line.error
    return `file-${send.mock.calls.length}`
  })
  const refused = vi.fn()
  const sender = makePictureSender(user, {
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
    await sender.take(pickupPhoto)
    expect(sender.state().get(key)?.phase).toBe('sent')
    expect(await sender.fileOf(pickup)).toBe('file-1')
    expect(send).toHaveBeenCalledOnce()
    await sender.forget('B')
    expect(held.size).toBe(0)
    expect(await sender.fileOf(pickup)).toBeUndefined()
  })

  it('can be removed, also while it waits; others stay', async () => {
    const { sender, held, line, later, send } = setUp()
    await sender.take({ ...pickupPhoto, ...signature })
    line.error = new Error('down')
    await sender.take(pickupPhoto)
    await sender.remove(pickup)
    line.error = null
    later.forEach((run) => run())
    await settled()
    expect(send).toHaveBeenCalledTimes(2)
    expect([...held.keys()]).toEqual([pictureKey(signature)])
    expect([...sender.state().keys()]).toEqual([pictureKey(signature)])
    expect(await sender.fileOf(pickup)).toBeUndefined()
  })

  it('waits without a network, and the move that needs it waits for it', async () => {
    const { sender, held, line, later } = setUp()
    line.error = new Error('down')
    await sender.take(pickupPhoto)
    expect(sender.state().get(key)?.phase).toBe('waiting')
    expect(held.get(key)?.file).toBeNull()
    await expect(sender.fileOf(pickup)).rejects.toThrow('down')
    line.error = null
    later.forEach((run) => run())
    await settled()
    expect(sender.state().get(key)?.phase).toBe('sent')
    expect(await sender.fileOf(pickup)).toMatch(/^file-/)
  })

  it('survives a reload, and is uploaded again after the server has deleted its file', async () => {
    const kept: KeptPicture = { ...pickupPhoto, user: 'courier', takenAt: 0, file: 'old' }
    expect(await setUp(boxOf([kept]), 3_600_000).sender.fileOf(pickup)).toBe('old')
    expect(await setUp(boxOf([kept]), 21 * 3_600_000).sender.fileOf(pickup)).toBe('file-1')
    const { sender, held } = setUp(boxOf([kept]), 8 * 24 * 3_600_000)
    expect(await sender.fileOf(pickup)).toBeUndefined()
    expect(held.size).toBe(0)
  })

  it('is dropped with the reason when the server refuses it', async () => {
    const { sender, held, line, refused } = setUp()
    line.error = new AppError(422, 'file_damaged')
    await sender.take(pickupPhoto)
    expect(refused).toHaveBeenCalledOnce()
    expect(held.size).toBe(0)
    expect(sender.state().has(key)).toBe(false)
  })

  it('of another person of this phone is neither sent nor shown nor dropped', async () => {
    const kept: KeptPicture = { ...pickupPhoto, user: 'courier', takenAt: 0, file: null }
    const { sender, held, send } = setUp(boxOf([kept]), 0, 'another courier')
    expect(await sender.fileOf(pickup)).toBeUndefined()
    expect(sender.state().size).toBe(0)
    expect(send).not.toHaveBeenCalled()
    expect(held.get(key)).toBe(kept)
  })

  it('is replaced by the next one, also while it is being sent', async () => {
    const { sender, send } = setUp()
    const again = new Blob(['again'])
    const first = sender.take(pickupPhoto)
    await Promise.resolve().then(() => undefined)
    await Promise.all([first, sender.take({ ...pickupPhoto, picture: again })])
    expect(send.mock.lastCall?.[0].picture).toBe(again)
    expect(sender.state().get(key)).toMatchObject({ picture: again, phase: 'sent' })
    expect(await sender.fileOf(pickup)).toBe(`file-${send.mock.calls.length}`)
  })
})

describe('a picture with something that follows its upload [design/files-10]', () => {
  const document = { subject: 'documents', name: 'insurance', address: '/files', picture, note: '2060-06-30' }
  const documentKey = pictureKey(document)

  it('waits while the network is down, is uploaded once, used once and dropped', async () => {
    const { sender, held, line, later, send } = setUp()
    const useFile = vi.fn()
    sender.whenSent(document, useFile)
    line.error = new Error('down')
    await sender.take(document)
    expect(sender.state().get(documentKey)).toMatchObject({ phase: 'waiting', error: line.error })
    expect(held.get(documentKey)?.picture).toBe(picture)
    line.error = null
    sender.retryNow()
    later.forEach((run) => run())
    await settled()
    expect(send).toHaveBeenCalledTimes(2)
    expect(useFile.mock.calls).toEqual([['file-2', '2060-06-30']])
    expect([held.size, sender.state().size]).toEqual([0, 0])
  })

  it('is used again with the same file when the answer to its use was lost, also after a reload', async () => {
    const box = boxOf()
    const { sender, held, later, send } = setUp(box)
    const useFile = vi.fn<(file: string) => Promise<void>>(() => Promise.reject(new Error('lost')))
    sender.whenSent(document, useFile)
    await sender.take(document)
    later.forEach((run) => run())
    await settled()
    expect(send).toHaveBeenCalledOnce()
    expect(useFile.mock.calls.map(([file]) => file)).toEqual(['file-1', 'file-1'])
    expect(sender.state().get(documentKey)?.phase).toBe('waiting')

    const reloaded = setUp(box)
    const used = vi.fn()
    await settled()
    reloaded.sender.whenSent(document, used)
    await settled()
    expect(reloaded.send).not.toHaveBeenCalled()
    expect(used.mock.calls).toEqual([['file-1', '2060-06-30']])
    expect(held.size).toBe(0)
  })

  it('shows why it was refused and is not kept', async () => {
    const { sender, held, line, refused } = setUp()
    sender.whenSent(document, () => undefined)
    line.error = new AppError(422, 'file_damaged')
    await sender.take(document)
    expect(sender.state().get(documentKey)).toMatchObject({ phase: 'refused', error: line.error })
    expect(held.size).toBe(0)
    expect(refused).not.toHaveBeenCalled()
  })

  it('of a form is not kept through a reload, and is dropped with the form', async () => {
    const { sender, held, line } = setUp()
    sender.whenSent(document, () => undefined)
    line.error = new Error('down')
    await sender.take({ ...document, brief: true })
    expect(held.size).toBe(0)
    expect(sender.state().get(documentKey)?.phase).toBe('waiting')
    sender.end(document)
    expect(sender.state().size).toBe(0)
  })
})
