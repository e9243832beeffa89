import { afterEach, describe, expect, it, vi } from 'vitest'
import { sendPicture, shrink } from './upload-picture.ts'

const photo = (bytes: number, type = 'image/jpeg') => new File([new Uint8Array(bytes)], 'photo', { type })

/** A browser that draws pictures of this size; resolves with what was drawn and made. */
const draws = (width: number, height: number) => {
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ fillRect: () => undefined, drawImage: () => undefined }),
    toBlob: (done: (made: Blob | null) => void, type: string, _quality: number) => done(new Blob(['small'], { type })),
  }
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width, height, close: () => undefined }))
  vi.stubGlobal('document', { createElement: () => canvas })
  return canvas
}

afterEach(() => void vi.unstubAllGlobals())

describe('a photo before it is sent [design/files-7]', () => {
  it('is made 2400 pixels long and a JPEG, which has no place', async () => {
    const canvas = draws(4800, 3200)
    const sent = await shrink(photo(5_000_000, 'image/heic'), 'licenseImage')
    expect([sent.type, await sent.text()]).toEqual(['image/jpeg', 'small'])
    expect([canvas.width, canvas.height]).toEqual([2400, 1600])
  })

  it('is as large as its kind is stored, with less quality where it is still large', async () => {
    const canvas = draws(4800, 3200)
    const tried: number[] = []
    canvas.toBlob = (done, type, quality) => {
      tried.push(quality)
      done(new Blob([new Uint8Array(quality > 0.8 ? 900_000 : 350_000)], { type }))
    }
    expect((await shrink(photo(5_000_000), 'deliver_image')).size).toBe(350_000)
    expect([canvas.width, canvas.height, ...tried]).toEqual([1600, 1067, 0.88, 0.78])
    await shrink(photo(5_000_000), 'profileImage')
    expect(canvas.width).toBe(1024)
  })

  it('is not enlarged', async () => {
    const canvas = draws(1200, 900)
    await shrink(photo(700_000), 'licenseImage')
    expect([canvas.width, canvas.height]).toEqual([1200, 900])
  })

  it('is drawn again when it is small already, since it has a place too', async () => {
    draws(1200, 900)
    for (const type of ['image/jpeg', 'image/png', 'image/webp'])
      expect(await (await shrink(photo(300_000, type), 'licenseImage')).text()).toBe('small')
  })

  it('is sent as it is when the browser cannot draw it', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('unknown format')))
    const strange = photo(5_000_000, 'image/heic')
    expect(await shrink(strange, 'licenseImage')).toBe(strange)
  })
})

it('a file that is no picture is refused with the types that can be sent', async () => {
  const pdf = new File(['%PDF-1.7'], 'licence.pdf', { type: 'application/pdf' })
  await expect(sendPicture('/api/files', await shrink(pdf, 'licenseImage'), () => undefined)).rejects.toMatchObject({
    status: 422,
    key: 'file_not_picture',
  })
})
