import { afterEach, describe, expect, it, vi } from 'vitest'
import { shrink } from './upload-picture.ts'

const photo = (bytes: number, type = 'image/jpeg') => new File([new Uint8Array(bytes)], 'photo', { type })

/** A browser that draws pictures of this size; resolves with what was drawn and made. */
const draws = (width: number, height: number) => {
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
    toBlob: (done: (made: Blob | null) => void, type: string) => done(new Blob(['small'], { type })),
  }
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => undefined }))
  vi.stubGlobal('document', { createElement: () => canvas })
  return canvas
}

afterEach(() => void vi.unstubAllGlobals())

describe('a photo before it is sent [design/files-7]', () => {
  it('is made 2400 pixels long and a JPEG, which has no place', async () => {
    const canvas = draws(4800, 3200)
    const sent = await shrink(photo(5_000_000, 'image/heic'))
    expect([sent.type, await sent.text()]).toEqual(['image/jpeg', 'small'])
    expect([canvas.width, canvas.height]).toEqual([2400, 1600])
  })

  it('is not enlarged', async () => {
    const canvas = draws(1200, 900)
    await shrink(photo(700_000))
    expect([canvas.width, canvas.height]).toEqual([1200, 900])
  })

  it('is sent as it is when it is small already, or when the browser cannot draw it', async () => {
    draws(4800, 3200)
    const small = photo(500_000)
    expect(await shrink(small)).toBe(small)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown format')))
    const strange = photo(5_000_000, 'image/heic')
    expect(await shrink(strange)).toBe(strange)
  })
})
